import { IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { SetUpStep, type SetUpStepProps } from './set-up-step.tsx'
import css from './two-factor.module.css'

type Step = { at: 'setup' } | { at: 'skip' } | { at: 'backup'; codes: string[] }

interface SetUpStepsProps extends Omit<SetUpStepProps, 'onConfirmed'> {
  /** The owner of the backup codes, for the saved file. */
  email: string
  /** Called at the end, after the backup codes or a skip. */
  onDone: () => void
  /** Called as soon as the second factor is in force. The steps after it cannot undo it. */
  onConfirmed?: () => void
}

/** The steps to set up a second factor: scan and confirm, then the backup codes. The set-up can be skipped where the policy allows it. */
export function SetUpSteps({ email, onDone, onConfirmed, ...props }: SetUpStepsProps) {
  const { t } = useTranslation('twoFactor')
  const [step, setStep] = useState<Step>({ at: 'setup' })
  const skip = async () => {
    await props.onSkip()
    setStep({ at: 'skip' })
  }
  if (step.at === 'setup')
    return (
      <Titled title={t('setUp.title')} modal={props.modal}>
        <SetUpStep
          {...props}
          onSkip={skip}
          onConfirmed={(codes) => {
            setStep({ at: 'backup', codes })
            onConfirmed?.()
          }}
        />
      </Titled>
    )
  if (step.at === 'backup')
    return (
      <div className={css['form']}>
        <Success modal={props.modal} />
        <BackupCodes codes={step.codes} email={email} onDone={onDone} />
      </div>
    )
  return (
    <Titled title={t('skip.title')} modal={props.modal}>
      <div className={css['form']}>
        <p className={css['lead']} role="status">
          {t('skip.left', { count: props.skipsRemaining - 1 })} {t('skip.again')}
        </p>
        <div className={css['actions']}>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- this button is the only control of this step */}
          <Button look="primary" onClick={onDone} autoFocus>
            {t('skip.done')}
          </Button>
        </div>
      </div>
    </Titled>
  )
}

/** The heading of a step. A dialog has its own title instead. */
function Titled({ title, modal, children }: { title: string; modal: boolean; children: ReactNode }) {
  return (
    <>
      {!modal && <h1 className={css['title']}>{title}</h1>}
      {children}
    </>
  )
}

/** Takes the focus, because the form that had it was removed. A screen reader then reads this text. */
function Success({ modal }: { modal: boolean }) {
  const { t } = useTranslation('twoFactor')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const Heading = modal ? 'h2' : 'h1'
  return (
    <Heading ref={heading} tabIndex={-1} className={css['success']}>
      <IconCircleCheck size={20} aria-hidden="true" />
      {t('backup.title')}
    </Heading>
  )
}
