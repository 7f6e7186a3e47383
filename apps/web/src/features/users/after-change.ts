import { getUser, listUsers } from '@winnow/contract'

/** The queries to reload after a user was changed. */
export const AFTER_CHANGE = [listUsers, getUser]
