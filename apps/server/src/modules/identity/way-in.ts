import type { WayIn } from '@winnow/contract'
import type { AdmittedAccount } from './admit.ts'

/**
 * How an e-mail logs in, asked before its password is. Accounts that do not exist must get the answer of those that do, so that
 * nobody finds out who has one: decide by the domain, never by the account.
 */
export type FindWayIn = (email: string) => Promise<WayIn>

/** Everybody has a password. */
export const passwordForAll: FindWayIn = async () => ({ isIDMUser: false, authUrl: null })

/** The account a single sign-on vouched for with a code; undefined when the code is wrong, old or used. */
export type RedeemLoginCode = (code: string) => Promise<AdmittedAccount | undefined>

/** Without a single sign-on nobody hands out codes, and none is right. */
export const noLoginCodes: RedeemLoginCode = async () => undefined
