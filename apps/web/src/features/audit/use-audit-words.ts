import { AUDIT_ACTIONS, AUDIT_OBJECTS } from '@winnow/contract'
import { useTranslation } from 'react-i18next'

type Flat<A extends string> = A extends `${infer Area}.${infer Verb}` ? `${Area}_${Verb}` : A

/** The text key of an action. The dot is replaced, because in a key it would mean a group of texts. */
function keyOf<A extends string>(action: A): Flat<A> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type describes exactly this replacement
  return action.replace('.', '_') as Flat<A>
}

/**
 * Texts for actions and kinds of objects. A server may be newer than the console in an open tab, so unknown codes are shown as they are.
 */
export function useAuditWords() {
  const { t } = useTranslation('audit')
  return {
    actionWords: (code: string): string => {
      const action = AUDIT_ACTIONS.find((known) => known === code)
      return action === undefined ? code : t(`actions.${keyOf(action)}`)
    },
    objectWords: (code: string): string => {
      const object = AUDIT_OBJECTS.find((known) => known === code)
      return object === undefined ? code : t(`objects.${object}`)
    },
  }
}
