import type { JobFailure } from '@winnow/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface ItemLinkProps {
  failure: JobFailure
  onFollow: () => void
  children: ReactNode
}

/** The name of a failed item, as a link where the item has a page. */
export function ItemLink({ failure: { link }, onFollow, children }: ItemLinkProps) {
  if (link === null) return <>{children}</>
  const { pathname, searchParams } = new URL(link, location.origin)
  return (
    <Link to={pathname} search={Object.fromEntries(searchParams)} onClick={onFollow}>
      {children}
    </Link>
  )
}
