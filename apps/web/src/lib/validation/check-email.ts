const LONGEST = 318

/** The name of the rule that an e-mail address breaks, or undefined. The server checks again. */
export function checkEmail(text: string): 'emailAt' | 'emailAlias' | 'emailInvalid' | undefined {
  const email = text.trim()
  const [mailbox = '', domain = '', ...rest] = email.split('@')
  if (!email.includes('@') || rest.length > 0) return 'emailAt'
  if (mailbox.includes('+')) return 'emailAlias'
  if (email.length > LONGEST || !/^[^\s"(),:;<>@[\\\]]+$/.test(mailbox) || !/^[^\s@.]+(\.[^\s@.]+)+$/.test(domain))
    return 'emailInvalid'
  return undefined
}
