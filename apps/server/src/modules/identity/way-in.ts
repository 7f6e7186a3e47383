import type { WayIn } from '@winnow/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AdmittedAccount } from './admit.ts'

/** What a login that begins at a provider has to remember. */
export interface LoginElsewhere {
  request: FastifyRequest
  reply: FastifyReply
  /** Path of the console to go on to. */
  redirect?: string | undefined
  keepLoggedIn?: boolean | undefined
}

/**
 * How an e-mail logs in, asked before its password is. Accounts that do not exist must get the answer of those that do, so that
 * nobody finds out who has one: decide by the domain, never by the account.
 */
export type FindWayIn = (email: string, start: LoginElsewhere) => Promise<WayIn>

/**
 * Whether an account has to log in elsewhere, so that no password of its is right.
 * @param account.companyId undefined for an e-mail without an account; the question is asked all the same, and takes as long
 */
export type IsPasswordClosed = (account: { email: string; companyId: string | undefined }) => Promise<boolean>

/** Whom a provider vouched for, and what the login was begun with. */
export interface RedeemedLogin {
  account: AdmittedAccount
  keepLoggedIn: boolean
  redirectTo: string | null
}

/** The login that a provider's code finishes; undefined when the code is wrong, old, used, or not this browser's. */
export type RedeemLoginCode = (
  answer: { code: string; state?: string | undefined; iss?: string | undefined },
  request: FastifyRequest,
) => Promise<RedeemedLogin | undefined>
