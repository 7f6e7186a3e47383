import { useNavigate, useSearch } from '@tanstack/react-router'
import { listAddress, listControl, type ListControl } from './list-address.ts'

/** The state of a list that is stored in the address of the page. Only for a page with a single list. */
export function useAddressList(): ListControl {
  const address = listAddress.parse(useSearch({ strict: false }))
  const navigate = useNavigate()
  return listControl(address, (search) => void navigate({ to: '.', search, replace: true }))
}
