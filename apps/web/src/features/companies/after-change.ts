import { getCompany, listCompanies } from '@winnow/contract'

/** Queries that are outdated after a company was created or changed. */
export const AFTER_CHANGE = [listCompanies, getCompany]
