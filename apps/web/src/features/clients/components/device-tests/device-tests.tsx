import { NativeSelect } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Section } from '../panes/section.tsx'
import { OnvifTest, StreamSearch } from './camera-tests.tsx'
import { MailboxTest, MailSettingsTest } from './mail-tests.tsx'
import { RecorderHttpTest, RecorderTcpTest } from './recorder-tests.tsx'

/** What can be tested, in the order of the choice. */
const TESTS = {
  streams: StreamSearch,
  onvif: OnvifTest,
  recorderHttp: RecorderHttpTest,
  recorderTcp: RecorderTcpTest,
  mailSettings: MailSettingsTest,
  mailbox: MailboxTest,
} as const satisfies Record<string, ComponentType<{ siteId: string }>>
type TestId = keyof typeof TESTS
const isTest = (text: string): text is TestId => Object.hasOwn(TESTS, text)
const IDS = Object.keys(TESTS).filter(isTest)

/** Tests of a device or a mail server from this server, in a dialog. */
export function DeviceTests({ siteId }: { siteId: string }) {
  const { t } = useTranslation('deviceTests')
  const [opened, setOpened] = useState(false)
  return (
    <Section
      title={t('title')}
      hint={t('intro')}
      actions={
        <Button leftSection={<IconPlugConnected size={16} aria-hidden="true" />} onClick={() => setOpened(true)}>
          {t('open')}
        </Button>
      }
    >
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t('title')}>
        <Tests siteId={siteId} />
      </Dialog>
    </Section>
  )
}

function Tests({ siteId }: { siteId: string }) {
  const { t } = useTranslation('deviceTests')
  const [id, setId] = useState<TestId>('streams')
  const Test = TESTS[id]
  return (
    <>
      <NativeSelect
        size="xs"
        mb="sm"
        label={t('choice')}
        description={t(`about.${id}`)}
        data={IDS.map((each) => ({ value: each, label: t(`test.${each}`) }))}
        value={id}
        onChange={({ currentTarget: { value } }) => isTest(value) && setId(value)}
      />
      <Test key={id} siteId={siteId} />
    </>
  )
}
