import { Radio } from '@mantine/core'
import { CSV_SEPARATORS, EXPORT_KEYS, exportTree } from '@winnow/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogCancel } from '../../../ui/dialog-cancel.tsx'
import { FormActions } from '../../../ui/form-actions.tsx'
import { useDownload } from '../../../ui/use-download.ts'
import css from './transfers.module.css'

/** A client or site whose cameras are exported. */
export interface ExportPlace {
  kind: 'project' | 'site'
  id: string
  name: string
}

interface ExportDialogProps {
  opened: boolean
  /** The place to offer beside all clients; the first choice if there is one. */
  place: ExportPlace | undefined
  onClose: () => void
}

/** Saves all clients, sites and cameras, or those of one place, as a CSV file. */
export function ExportDialog({ opened, place, onClose }: ExportDialogProps) {
  const { t } = useTranslation('transfers')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('export.title')}>
      <ExportChoices key={place?.id ?? ''} place={place} onClose={onClose} />
    </Dialog>
  )
}

/** Whether all clients are exported or only the place. */
type Cut = 'all' | 'place'

function ExportChoices({ place, onClose }: Pick<ExportDialogProps, 'place' | 'onClose'>) {
  const { t } = useTranslation('transfers')
  const formats = useFormats()
  const [cut, setCut] = useState<Cut>(place ? 'place' : 'all')
  const [separator, setSeparator] = useState<(typeof CSV_SEPARATORS)[number]>('comma')
  const [keys, setKeys] = useState<(typeof EXPORT_KEYS)[number]>('ids')
  const { busy, received, save } = useTreeDownload(onClose)
  const below = cut === 'place' && place ? { [place.kind === 'site' ? 'siteId' : 'projectId']: place.id } : {}
  return (
    <div className={css['choices']}>
      {place && <CutChoice place={place} cut={cut} onChange={setCut} />}
      <Radio.Group
        label={t('export.for')}
        value={keys}
        onChange={(value) => setKeys(EXPORT_KEYS.find((each) => each === value) ?? 'ids')}
      >
        <div className={css['radios']}>
          {EXPORT_KEYS.map((each) => (
            <Radio
              key={each}
              value={each}
              label={t(`export.keys.${each}`)}
              description={t(`export.keysNote.${each}`)}
            />
          ))}
        </div>
      </Radio.Group>
      <Radio.Group
        label={t('export.format')}
        value={separator}
        onChange={(value) => setSeparator(CSV_SEPARATORS.find((each) => each === value) ?? 'comma')}
      >
        <div className={css['radios']}>
          {CSV_SEPARATORS.map((each) => (
            <Radio key={each} value={each} label={t(`export.separator.${each}`)} />
          ))}
        </div>
      </Radio.Group>
      <p className={css['note']} role="status">
        {received === undefined ? t('export.note') : t('export.received', { size: formats.bytes(received) })}
      </p>
      <FormActions>
        <DialogCancel />
        <Button look="primary" loading={busy} onClick={() => void save({ ...below, separator, keys })}>
          {t('export.save')}
        </Button>
      </FormActions>
    </div>
  )
}

interface CutChoiceProps {
  place: ExportPlace
  cut: Cut
  onChange: (cut: Cut) => void
}

/** Chooses between the place and all clients. */
function CutChoice({ place, cut, onChange }: CutChoiceProps) {
  const { t } = useTranslation('transfers')
  return (
    <Radio.Group
      label={t('export.what')}
      value={cut}
      onChange={(value) => onChange(value === 'place' ? 'place' : 'all')}
    >
      <div className={css['radios']}>
        <Radio value="place" label={t(`export.only.${place.kind}`, { name: place.name })} />
        <Radio value="all" label={t('export.all')} />
      </div>
    </Radio.Group>
  )
}

interface TreeQuery {
  projectId?: string
  siteId?: string
  separator: (typeof CSV_SEPARATORS)[number]
  keys: (typeof EXPORT_KEYS)[number]
}

/** Saves the file and counts the bytes received so far. The download ends with the component that started it. */
function useTreeDownload(onSaved: () => void) {
  const [received, setReceived] = useState<number>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const { busy, download } = useDownload()
  const save = async (query: TreeQuery) => {
    const control = new AbortController()
    running.current = control
    setReceived(0)
    const isSaved = await download(
      exportTree,
      { query, signal: control.signal },
      () => `clients-${new Date().toISOString().slice(0, 10)}.csv`,
      { onBytes: setReceived },
    )
    setReceived(undefined)
    if (isSaved) onSaved()
  }
  return { busy, received, save }
}
