import { checkUserByEmail } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../lib/api/api-errors.ts'
import { call } from '../../lib/api/call.ts'
import { type Departure, inThisWindow } from '../../lib/open-window.ts'
import { useOperationQuery } from '../../lib/query/use-operation.ts'
import { logIn } from '../../lib/session/session.ts'
import { rememberSso } from '../../lib/session/single-sign-on.ts'
import { isSecondStep, type SecondStep } from '../../lib/session/second-step-store.ts'
import { checkEmail } from '../../lib/validation/check-email.ts'
import { useErrorText } from '../../ui/error-text.ts'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { useCaptcha } from '../captcha/index.ts'

export interface LoginFormProps {
  /** A fixed e-mail that cannot be changed. */
  email?: string | undefined
  /** The console path to open after a single sign-on. */
  redirect?: string | undefined
  /** Prepares the redirect to a directory, or the separate window for it. Called synchronously in the click handler. */
  depart?: () => Departure
  /** Whether to ask for the password even if the mail domain belongs to a directory. */
  withPassword?: boolean
  onLoggedIn: () => void
  /** Called when the password was right and a second factor is required. The user is not logged in yet. */
  onSecondStep: (step: SecondStep) => void
}

interface Login {
  email: string
  password: string
  keepLoggedIn: boolean
}

type Guard = ReturnType<typeof useCaptcha>['guard']

/** Whether the lookup of the login method failed because of the directory. This failure has its own text. */
const isAboutDirectory = (failure: unknown): boolean =>
  failure instanceof RequestError && (failure.code === 'SSO_UNREACHABLE' || failure.code === 'SSO_MISCONFIGURED')

interface WayInOptions {
  redirect: string | undefined
  depart: () => Departure
  guard: Guard
}

/** Looks up the login method of an e-mail and, if it is single sign-on, opens the directory. Returns whether to ask for the password. */
async function findWayIn(login: Login, { redirect, depart, guard }: WayInOptions): Promise<boolean> {
  const departure = depart()
  try {
    const query = { email: login.email.trim(), redirect, ...(login.keepLoggedIn ? { keepLoggedIn: true } : {}) }
    const { isIDMUser, authUrl } = await guard((headers) => call(checkUserByEmail, { query, headers }))
    if (authUrl !== null) rememberSso(login.email)
    if (isIDMUser && authUrl !== null) {
      departure.go(authUrl)
      return false
    }
    departure.cancel()
    return true
  } catch (failure) {
    departure.cancel()
    throw failure
  }
}

/** Looks up a fixed e-mail without a press of a button. Its directory is opened only by a button, since there may be a page beneath. */
const useFixedEmail = (email: string | undefined, withPassword: boolean) =>
  useOperationQuery(
    checkUserByEmail,
    { query: { email: email ?? '' } },
    { enabled: email !== undefined && !withPassword, staleTime: Number.POSITIVE_INFINITY, quiet: true },
  )

/** The two steps of a login: the e-mail and, if its account logs in by password, the password. */
export function useLoginSteps(props: LoginFormProps) {
  const { email: fixedEmail, redirect, depart = () => inThisWindow, withPassword = false } = props
  const { t } = useTranslation(['login', 'common'])
  const errorText = useErrorText()
  const { guard, dialog } = useCaptcha()
  const [isKnown, setIsKnown] = useState(withPassword && fixedEmail !== undefined)
  const [emailProblem, setEmailProblem] = useState<string>()
  const wayIn = useFixedEmail(fixedEmail, withPassword)
  const step = isKnown || wayIn.data?.isIDMUser === false ? 'password' : 'email'

  async function submitEmail(login: Login) {
    const problem = checkEmail(login.email)
    setEmailProblem(problem && t(`common:validation.${problem}`))
    if (problem) return
    if (withPassword || (await findWayIn(login, { redirect, depart, guard }))) setIsKnown(true)
  }
  async function submitPassword(login: Login) {
    const reply = await guard((headers) => logIn({ ...login, email: login.email.trim() }, headers))
    if (isSecondStep(reply)) props.onSecondStep(reply)
    else props.onLoggedIn()
  }
  const form = useSchemaForm<Login>({
    initial: { email: fixedEmail ?? '', password: '', keepLoggedIn: false },
    rules: ({ email, password }) =>
      step === 'email'
        ? { email: email.trim() === '' ? '' : undefined }
        : { password: password === '' ? '' : undefined },
    isGuarded: false,
    submit: (_body, login) => (step === 'email' ? submitEmail(login) : submitPassword(login)),
  })
  const refusal = form.error ?? (wayIn.isError && step === 'email' ? wayIn.error : undefined)
  const refusalText = (failure: unknown) =>
    step === 'email' && !isAboutDirectory(failure) ? t('checkFailed') : errorText(failure)
  return {
    form,
    step,
    busy: form.isPending || wayIn.isLoading,
    error: emailProblem ?? (refusal ? refusalText(refusal) : undefined),
    askForPassword: () => setIsKnown(true),
    changeEmail: (email: string) => {
      form.set('email', email)
      setIsKnown(false)
    },
    captchaDialog: dialog,
  }
}
