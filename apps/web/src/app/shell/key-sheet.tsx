import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allCommands, COMMAND_TEXTS, scopesStore } from '../../lib/commands/registry.ts'
import { useStore } from '../../lib/create-store.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import css from './overlays.module.css'

/** All active keys, read from the registry, so that the list is always correct. */
export function KeySheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('keys.title')} size="lg">
      {opened && <KeyList />}
    </Dialog>
  )
}

function KeyList() {
  const { t } = useTranslation(COMMAND_TEXTS)
  const commands = allCommands(useStore(scopesStore))
  const [text, setText] = useState('')
  const shown = commands
    .filter((command) => command.keys?.length)
    .map((command) => ({ ...command, words: t(command.name), heading: t(command.section) }))
    .filter((command) => command.words.toLowerCase().includes(text.trim().toLowerCase()))
  const headings = [...new Set(shown.map((command) => command.heading))]
  return (
    <>
      <TextInput
        aria-label={t('keys.search')}
        placeholder={t('keys.search')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      {shown.length === 0 && <p className={css['none']}>{t('keys.empty', { text })}</p>}
      <div className={css['sections']}>
        {headings.map((heading) => (
          <section key={heading}>
            <h3 className={css['heading']}>{heading}</h3>
            <dl className={css['keys']}>
              {shown
                .filter((command) => command.heading === heading)
                .map((command) => (
                  <div key={command.id} className={css['keyRow']}>
                    <dt>{command.words}</dt>
                    <dd>
                      {command.keys?.map((key, index) => (
                        <span key={key} className={css['key']}>
                          {index > 0 && <span className={css['or']}>{t('keys.or')}</span>}
                          <Kbd keys={key} always />
                        </span>
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </>
  )
}
