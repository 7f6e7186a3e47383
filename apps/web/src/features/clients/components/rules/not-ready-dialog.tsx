import type { AdvancedRule } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FormActions } from '../../../../ui/form-actions.tsx'
import { LinkButton } from '../../../../ui/link-button.tsx'
import { RuleObstacle } from './rule-state.tsx'

interface NotReadyDialogProps {
  /** The rule that was to be switched on; undefined while the dialog is closed. */
  rule: AdvancedRule | undefined
  onClose: () => void
}

/** Says why a rule cannot be switched on, and leads to what helps. */
export function NotReadyDialog({ rule, onClose }: NotReadyDialogProps) {
  const { t } = useTranslation(['rules', 'common'])
  const mayAdd = useMay('detectors.manage')
  return (
    <Dialog opened={rule !== undefined} onClose={onClose} title={t('notReady.title')}>
      {rule && (
        <p>
          <RuleObstacle standing={rule} links={false} />
        </p>
      )}
      <FormActions>
        <Button onClick={onClose}>{t('common:close')}</Button>
        {mayAdd && rule?.obstacle === 'detector' && (
          <LinkButton look="primary" to="/provider/detectors">
            {t('openDetectors')}
          </LinkButton>
        )}
      </FormActions>
    </Dialog>
  )
}
