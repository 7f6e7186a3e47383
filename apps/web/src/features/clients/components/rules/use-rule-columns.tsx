import { Switch } from '@mantine/core'
import { type AdvancedRule, type View } from '@winnow/contract'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../../ui/button.tsx'
import type { ListColumn } from '../../../../ui/list-screen/list-column.ts'
import { TextButton } from '../../../../ui/text-button.tsx'
import { TimeText } from '../../../../ui/time-text.tsx'
import { useSwitchRule } from '../../state/use-rules.ts'
import { RuleObstacle, RuleStateMark } from './rule-state.tsx'
import css from './rules.module.css'

interface RuleActions {
  view: View
  mayChange: boolean
  onOpen: (rule: AdvancedRule) => void
  onDelete: (rule: AdvancedRule) => void
  /** The server refused to switch the rule on. */
  onNotReady: (rule: AdvancedRule) => void
}

/** The kind of a rule in words, with what it looks for. */
function useKindText(): (rule: Pick<AdvancedRule, 'detectionType' | 'categories'>) => string {
  const { t } = useTranslation('rules')
  return ({ detectionType, categories }) =>
    [t(`type.${detectionType}`), ...categories.map((category) => t(`category.${category}`))].join(' · ')
}

/** The name of a rule, which opens it, and its kind. */
function NameCell({ rule, onOpen }: { rule: AdvancedRule } & Pick<RuleActions, 'onOpen'>) {
  const { t } = useTranslation('rules')
  const kindText = useKindText()
  return (
    <>
      <TextButton label={t('list.open', { name: rule.name })} text={rule.name} onClick={() => onOpen(rule)} />
      <span className={css['kind']}>{kindText(rule)}</span>
    </>
  )
}

/** Whether a rule can look and, if not, why and what to do. */
function StateCell({ rule }: { rule: AdvancedRule }) {
  return (
    <>
      <RuleStateMark state={rule.state} />
      {rule.obstacle !== null && (
        <span className={css['why']}>
          <RuleObstacle standing={rule} />
        </span>
      )}
    </>
  )
}

/** The columns of the list of rules. The name opens the rule. */
export function useRuleColumns({
  view,
  mayChange,
  onOpen,
  onDelete,
  onNotReady,
}: RuleActions): ListColumn<AdvancedRule>[] {
  const { t } = useTranslation('rules')
  const { busy, switchTo } = useSwitchRule(view, onNotReady)
  return [
    {
      key: 'name',
      name: t('list.name'),
      fixed: true,
      wrap: true,
      width: '34%',
      render: (rule) => <NameCell rule={rule} onOpen={onOpen} />,
    },
    { key: 'state', name: t('list.state'), wrap: true, render: (rule) => <StateCell rule={rule} /> },
    {
      key: 'lastHit',
      name: t('list.lastHit'),
      render: (rule) => (rule.lastHitAt === null ? t('list.never') : <TimeText at={rule.lastHitAt} seconds={false} />),
    },
    {
      key: 'active',
      name: t('list.active'),
      render: (rule) => (
        <Switch
          aria-label={t('list.switch', { name: rule.name })}
          checked={busy?.id === rule.id ? busy.active : rule.active}
          disabled={!mayChange}
          aria-busy={busy?.id === rule.id}
          onChange={(event) => void switchTo(rule, event.currentTarget.checked)}
        />
      ),
    },
    {
      key: 'actions',
      name: t('list.actions'),
      hideName: true,
      align: 'right',
      render: (rule) =>
        mayChange ? (
          <IconButton size="sm" label={t('list.delete', { name: rule.name })} onClick={() => onDelete(rule)}>
            <IconTrash size={16} />
          </IconButton>
        ) : null,
    },
  ]
}
