import { useSearch } from '@tanstack/react-router'
import { ClientsScreen } from './components/clients-screen.tsx'

/** The clients screen, driven by its address. */
export function ClientsPage() {
  return <ClientsScreen search={useSearch({ strict: false })} />
}
