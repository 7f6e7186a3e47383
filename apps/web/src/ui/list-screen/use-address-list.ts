import { useNavigate, useSearch } from '@tanstack/react-router'
import { listAddress, listControl, type ListControl } from './list-address.ts'

/** The list of a tab, which has the address of its page to itself. */
export function useAddressList(): ListControl {
  const address = listAddress.parse(useSearch({ strict: false }))
  const navigate = useNavigate()
  return listControl(address, (search) => void navigate({ to: '.', search, replace: true }))
}
