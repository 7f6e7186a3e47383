import type { WayIn } from '@winnow/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AdmittedAccount } from './admit.ts'

/** Data about a login with an identity provider that must be kept until the provider has answered. */
export interface LoginElsewhere {
  request: FastifyRequest
  reply: FastifyReply
  /** The console path to open after the login. */
  redirect?: string | undefined
  keepLoggedIn?: boolean | undefined
}

/**
 * Finds the login method of an e-mail before its password is asked for. The answer depends only on the mail domain, never on the account.
 * So nobody can find out whether an e-mail has an account.
 */
export type FindWayIn = (email: string, start: LoginElsewhere) => Promise<WayIn>

/**
 * Whether an account must use single sign-on, so that its password is not accepted.
 * @param account.companyId undefined for an e-mail without an account; the check runs anyway and takes as long
 */
export type IsPasswordClosed = (account: { email: string; companyId: string | undefined }) => Promise<boolean>

/** The user whom a provider has authenticated, and the data that the login started with. */
export interface RedeemedLogin {
  account: AdmittedAccount
  keepLoggedIn: boolean
  redirectTo: string | null
}

/** Finishes a login with a provider's code. Returns undefined if the code is wrong, expired, used, or belongs to another browser. */
export type RedeemLoginCode = (
  answer: { code: string; state?: string | undefined; iss?: string | undefined },
  request: FastifyRequest,
) => Promise<RedeemedLogin | undefined>
