import { type AdvancedRule, deleteAdvancedRule, listAdvancedRules, RULE_LIMITS, type View } from '@winnow/contract'
import { IconPlus, IconRulerMeasure } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { listControl } from '../../../../ui/list-screen/list-address.ts'
import { ListScreen } from '../../../../ui/list-screen/list-screen.tsx'
import { whole } from '../../../../ui/list-screen/list-state.ts'
import { showToast } from '../../../../ui/toasts/toast-store.ts'
import { useRuleKinds, useRules } from '../../state/use-rules.ts'
import { Locked } from '../panes/locked.tsx'
import { Section } from '../panes/section.tsx'
import { NotReadyDialog } from './not-ready-dialog.tsx'
import { type OpenRule, RuleDialog } from './rule-dialog.tsx'
import { useRuleColumns } from './use-rule-columns.tsx'

/** The advanced rules of a camera. */
export function RulesTab({ view }: { view: View }) {
  const { t } = useTranslation(['rules', 'common'])
  const mayChange = useMay('rule.write') && view.permission === 'write' && !view.createdByApi
  const query = useRules(view.id)
  const kinds = useRuleKinds(view.id)
  const [address, setAddress] = useState({})
  const [open, setOpen] = useState<OpenRule>()
  const [deleting, setDeleting] = useState<AdvancedRule>()
  const [refused, setRefused] = useState<string>()
  const rules = query.data ?? []
  // What is in its way may have come after the list was loaded. The list is loaded anew after a refusal.
  const notReady = rules.find(({ id, obstacle }) => id === refused && obstacle !== null)
  const isFull = rules.length >= RULE_LIMITS.perView
  const columns = useRuleColumns({
    view,
    mayChange,
    onOpen: setOpen,
    onDelete: setDeleting,
    onNotReady: ({ id }) => setRefused(id),
  })
  const create = mayChange && <NewRule disabled={isFull} onClick={() => setOpen('choose')} />
  return (
    <Section
      title={t('title')}
      hint={isFull ? `${t('intro')} ${t('full', { n: RULE_LIMITS.perView })}` : t('intro')}
      actions={rules.length > 0 && create}
    >
      {!mayChange && !view.createdByApi && <Locked>{t('right')}</Locked>}
      <ListScreen
        compact
        label={t('list.label')}
        query={whole(query)}
        list={listControl(address, setAddress)}
        columns={columns}
        rowKey={(rule) => rule.id}
        empty={{
          icon: <IconRulerMeasure size={28} stroke={1.5} />,
          title: t('empty.title'),
          body: t('empty.body'),
          action: create || undefined,
        }}
      />
      <RuleDialog
        view={view}
        open={open}
        taken={rules.map(({ name }) => name)}
        kinds={kinds}
        locked={!mayChange}
        onOpen={setOpen}
        onSaved={(rule) => {
          showToast({ type: 'success', message: t(savedText(rule, open), { name: rule.name }) })
          setOpen(undefined)
        }}
        onClose={() => setOpen(undefined)}
      />
      <NotReadyDialog rule={notReady} onClose={() => setRefused(undefined)} />
      <DeleteRule view={view} rule={deleting} onClose={() => setDeleting(undefined)} />
    </Section>
  )
}

function NewRule({ disabled, onClick }: { disabled: boolean; onClick: () => void }) {
  const { t } = useTranslation('rules')
  return (
    <Button
      look="primary"
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      disabled={disabled}
      onClick={onClick}
    >
      {t('new')}
    </Button>
  )
}

/** What is said of a rule that was saved. */
const savedText = ({ active }: AdvancedRule, open: OpenRule | undefined) =>
  !active ? 'form.savedOff' : typeof open === 'string' ? 'form.created' : 'form.saved'

interface DeleteRuleProps {
  view: View
  rule: AdvancedRule | undefined
  onClose: () => void
}

function DeleteRule({ view, rule, onClose }: DeleteRuleProps) {
  const { t } = useTranslation(['rules', 'common'])
  const remove = useOperation(deleteAdvancedRule, { invalidates: [listAdvancedRules] })
  return (
    <ConfirmDialog
      opened={rule !== undefined}
      danger
      title={t('delete.title', { name: rule?.name ?? '' })}
      confirm={t('common:delete')}
      onConfirm={async () => {
        if (!rule) return
        await remove.mutateAsync({ params: { id: view.id, ruleId: rule.id } })
        showToast({ type: 'success', message: t('delete.done', { name: rule.name }) })
      }}
      onClose={onClose}
    >
      <p>{t('delete.body')}</p>
    </ConfirmDialog>
  )
}
