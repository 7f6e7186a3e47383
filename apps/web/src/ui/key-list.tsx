import { useTranslation } from 'react-i18next'
import { allCommands, COMMAND_TEXTS, scopesStore } from '../lib/commands/registry.ts'
import { useStore } from '../lib/create-store.ts'
import { Kbd } from './kbd.tsx'
import css from './key-list.module.css'

/**
 * All active keys, read from the registry, so that the list is always correct.
 * @param props.text shows only commands with this text in their name
 */
export function KeyList({ text = '' }: { text?: string }) {
  const { t } = useTranslation(COMMAND_TEXTS)
  const shown = allCommands(useStore(scopesStore))
    .filter((command) => command.keys?.length)
    .map((command) => ({ ...command, words: t(command.name), heading: t(command.section) }))
    .filter((command) => command.words.toLowerCase().includes(text.trim().toLowerCase()))
  const headings = [...new Set(shown.map((command) => command.heading))]
  return (
    <>
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
