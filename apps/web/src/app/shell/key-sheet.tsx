import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'
import { KeyList } from '../../ui/key-list.tsx'

/** All active keys, with a search. */
export function KeySheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('keys.title')} size="lg">
      {opened && <SearchedKeys />}
    </Dialog>
  )
}

function SearchedKeys() {
  const { t } = useTranslation('shell')
  const [text, setText] = useState('')
  return (
    <>
      <TextInput
        aria-label={t('keys.search')}
        placeholder={t('keys.search')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      <KeyList text={text} />
    </>
  )
}
