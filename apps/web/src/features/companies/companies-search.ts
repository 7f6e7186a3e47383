import { listAddress } from '../../ui/list-screen/list-address.ts'

/** The search parameters of the list. */
export const companiesSearch = listAddress
