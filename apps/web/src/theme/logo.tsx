import type { Brand } from './brands.ts'
import { BRAND_FACTS } from './brands.ts'

const MARKS: Record<Brand, string> = {
  // A W that resembles a sieve through which grain falls.
  default: 'M3 6l5 13 4-9 4 9 5-13',
  pelco: 'M6 20V5h7a4.5 4.5 0 0 1 0 9H6',
}

/** The brand's mark and name. */
export function Logo({ brand, size = 20, withName = true }: { brand: Brand; size?: number; withName?: boolean }) {
  return (
    <span className="wn-logo">
      <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
        <path
          d={MARKS[brand]}
          fill="none"
          stroke="var(--wn-accent)"
          strokeWidth="2.4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {withName && <span className="wn-logo-name">{BRAND_FACTS[brand].productName}</span>}
    </span>
  )
}
