import { getUser, listUsers } from '@winnow/contract'

/** What is out of date after a user was changed. */
export const AFTER_CHANGE = [listUsers, getUser]
