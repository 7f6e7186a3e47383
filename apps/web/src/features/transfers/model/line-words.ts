import { type ImportColumn, type ImportLine, type ImportProblem } from '@winnow/contract'
import { importProblemText } from '@winnow/i18n'
import { useTranslation } from 'react-i18next'

/** Returns texts about the lines of an import. */
export function useLineWords() {
  const { t, i18n } = useTranslation(['transfers', 'common'])
  const list = new Intl.ListFormat(i18n.language)
  const columns = (names: readonly ImportColumn[]) => list.format(names.map((name) => t(`column.${name}`)))
  const problem = (one: ImportProblem): string => importProblemText(one, t)
  return {
    problem,
    /** What happens to a line, in one sentence; empty if nothing happens. */
    details({ action, creates, changes, problems }: ImportLine): string {
      if (problems.length > 0) return problems.map(problem).join(' ')
      const made =
        creates.length > 0 ? t('line.creates', { what: list.format(creates.map((kind) => t(`kind.${kind}`))) }) : ''
      const changed = changes.length > 0 ? t('line.changes', { what: columns(changes) }) : ''
      return action === 'none' ? '' : [made, changed].filter(Boolean).join(' ')
    },
  }
}
