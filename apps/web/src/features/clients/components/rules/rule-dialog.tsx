import {
  type AdvancedRule,
  getScheduleTemplate,
  listWatchLists,
  RULE_TYPES,
  type RuleKind,
  type RuleType,
  type View,
} from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { SkeletonRows } from '../../../../ui/skeleton.tsx'
import { asRuleDraft, newRule } from '../../model/rule-draft.ts'
import { standingOfType } from '../../model/rule-standing.ts'
import { freeName } from '../../model/zone-editor.ts'
import { RuleForm } from './rule-form.tsx'
import { RuleObstacle, RuleStateMark } from './rule-state.tsx'
import css from './rules.module.css'

/** What the dialog shows: the choice of a kind, a new rule of a kind, or a saved rule. */
export type OpenRule = 'choose' | RuleType | AdvancedRule

interface RuleDialogProps {
  view: View
  open: OpenRule | undefined
  /** The names of the camera's rules. */
  taken: readonly string[]
  kinds: readonly RuleKind[]
  locked: boolean
  onOpen: (open: OpenRule) => void
  onSaved: (rule: AdvancedRule) => void
  onClose: () => void
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** A rule: its kind, then its form. */
export function RuleDialog({ view, open, taken, kinds, locked, onOpen, onSaved, onClose }: RuleDialogProps) {
  const { t } = useTranslation('rules')
  const title =
    open === undefined
      ? ''
      : open === 'choose'
        ? t('choose.title')
        : typeof open === 'string'
          ? t('form.newTitle', { type: t(`type.${open}`) })
          : open.name
  const form = () => {
    if (open === undefined) return null
    if (open === 'choose') return <KindPicker kinds={kinds} onChoose={onOpen} />
    if (typeof open !== 'string')
      return <SavedRule key={open.id} view={view} rule={open} kinds={kinds} locked={locked} onSaved={onSaved} />
    const name = freeName(taken, (n) => (n === 1 ? t(`type.${open}`) : `${t(`type.${open}`)} ${n}`), 1)
    const initial = newRule(open, name, standingOfType(kinds, open).obstacle === null)
    return (
      <RuleForm
        key={open}
        view={view}
        rule={undefined}
        initial={initial}
        kinds={kinds}
        locked={locked}
        onSaved={onSaved}
      />
    )
  }
  return (
    <Dialog opened={open !== undefined} onClose={onClose} title={title} size={860}>
      {form()}
    </Dialog>
  )
}

interface SavedRuleProps {
  view: View
  rule: AdvancedRule
  kinds: readonly RuleKind[]
  locked: boolean
  onSaved: (rule: AdvancedRule) => void
}

/** A saved rule, once the names of what it uses are known. What was deleted has no name, and must be chosen anew. */
function SavedRule({ view, rule, kinds, locked, onSaved }: SavedRuleProps) {
  const { scheduleId, meta } = rule
  const listId = meta.listId ?? null
  const settings = { quiet: true }
  const schedule = useOperationQuery(
    getScheduleTemplate,
    { params: { id: scheduleId ?? NO_ID } },
    { ...settings, enabled: scheduleId !== null },
  )
  const lists = useOperationQuery(listWatchLists, {}, { ...settings, enabled: listId !== null })
  if (schedule.isLoading || lists.isLoading) return <SkeletonRows rows={8} />
  const initial = asRuleDraft(rule, {
    schedule: schedule.data?.name ?? null,
    list: lists.data?.find(({ id }) => id === listId)?.name ?? null,
  })
  return <RuleForm view={view} rule={rule} initial={initial} kinds={kinds} locked={locked} onSaved={onSaved} />
}

interface KindPickerProps {
  kinds: readonly RuleKind[]
  onChoose: (type: RuleType) => void
}

/** Chooses what a new rule looks for. A kind that the company has not unlocked cannot be chosen. */
function KindPicker({ kinds, onChoose }: KindPickerProps) {
  const { t } = useTranslation('rules')
  return (
    <ul className={css['kinds']} aria-label={t('choose.kinds')}>
      {RULE_TYPES.map((type) => {
        const standing = standingOfType(kinds, type)
        return (
          <li key={type}>
            <button type="button" disabled={standing.state === 'locked'} onClick={() => onChoose(type)}>
              <strong>{t(`type.${type}`)}</strong>
              <span className={css['hint']}>{t(`about.${type}`)}</span>
              {standing.obstacle !== null && (
                <>
                  <RuleStateMark state={standing.state} />
                  <span className={css['why']}>
                    <RuleObstacle standing={standing} links={false} />
                  </span>
                </>
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
