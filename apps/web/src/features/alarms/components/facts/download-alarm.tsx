import { downloadAlarm, generateDownloadToken, type Alarm } from '@winnow/contract'
import { IconFileZip } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { Button } from '../../../../ui/button.tsx'
import { useDownload } from '../../../../ui/use-download.ts'

/** Saves the alarm as a ZIP file: its pictures as received and with boxes, and all its facts. */
export function DownloadAlarm({ alarm: { id } }: { alarm: Pick<Alarm, 'id'> }) {
  const { t } = useTranslation('alarms')
  const formats = useFormats()
  const { busy, download } = useDownload()
  const [bytes, setBytes] = useState(0)
  const link = useOperation(generateDownloadToken)
  const save = async () => {
    setBytes(0)
    const { token } = await link.mutateAsync({ params: { id } })
    await download(downloadAlarm, { params: { id }, query: { token } }, () => `alarm-${id}.zip`, { onBytes: setBytes })
  }
  const running = busy || link.isPending
  return (
    <Button
      size="xs"
      disabled={running}
      aria-busy={running || undefined}
      leftSection={<IconFileZip size={14} aria-hidden="true" />}
      // A failed request for the link shows its own message.
      onClick={() => void save().catch(() => undefined)}
    >
      {busy ? t('alarmFile.running', { size: formats.bytes(bytes) }) : t('alarmFile.download')}
    </Button>
  )
}
