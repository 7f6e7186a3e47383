import { listAddress } from '../../ui/list-screen/list-address.ts'

/** What the list shows. */
export const companiesSearch = listAddress
