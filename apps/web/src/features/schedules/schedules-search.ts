import { listAddress } from '../../ui/list-screen/list-address.ts'

/** The search parameters of the list of templates. */
export const schedulesSearch = listAddress
