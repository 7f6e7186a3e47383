import css from './screen.module.css'

/** The landscape of the picture. */
export type Land = 'US' | 'GB'

/** The landscape for visitors from a country: the American one for US, the British one for all others, undefined without a country. */
export function landOf(countryCode: string | null | undefined): Land | undefined {
  if (!countryCode) return undefined
  return countryCode === 'US' ? 'US' : 'GB'
}

/** Table mountains in a desert. */
function Desert() {
  return (
    <>
      <circle cx="930" cy="150" r="46" fill="var(--wn-unverified-soft)" />
      <path
        fill="var(--wn-surface)"
        d="M0 300 120 292l14-88 20-10 96-2 18 12 12 84 150 6 22-60 60-4 20 62 240 6 26-130 18-14 110 2 16 14 24 126 180-6 14-50 40 2 14 50 166 8v120H0Z"
      />
      <path fill="var(--wn-surface-hover)" d="M0 360q200-34 420-14t430-10 350 18v76H0Z" />
      <path
        fill="none"
        stroke="var(--wn-border-strong)"
        strokeWidth="7"
        strokeLinecap="round"
        d="M212 388v-74m0 36h-20v-22m20 34h22v-30M1010 392v-58m0 30h-17v-18m17 26h18v-24"
      />
    </>
  )
}

/** A clock tower, a wheel and a bridge at a river. */
function River() {
  return (
    <>
      <circle cx="250" cy="120" r="34" fill="var(--wn-surface-hover)" />
      <path
        fill="var(--wn-surface)"
        d="M0 330h90v-56h70v-22h60v78h90v-120h14v-18h6v-26l18-44 18 44v26h6v18h14v120h74v-70l10-22 10 22v-14l10-22 10 22v-14l10-22 10 22v98h330v-44h24v-80l20-30 20 30v80h150v-80l20-30 20 30v80h40v44h70v90H0Z"
      />
      <circle cx="348" cy="226" r="13" fill="var(--wn-surface-hover)" />
      <g fill="none" stroke="var(--wn-surface-hover)" strokeWidth="5">
        <circle cx="650" cy="232" r="82" />
        <path d="M568 232h164M650 150v164M592 174l116 116M708 174 592 290M650 232l-44 104m44-104 44 104" />
        <path d="M904 240q95 62 190 0M904 286h190" />
      </g>
      <path fill="var(--wn-surface-hover)" d="M0 352q150-14 300 0t300 0 300 0 300 0v78H0Z" />
    </>
  )
}

/** A drawn landscape at the bottom of the page. Renders nothing if `land` is undefined. */
export function NotFoundPicture({ land }: { land: Land | undefined }) {
  if (land === undefined) return null
  return (
    <svg
      className={css['picture']}
      viewBox="0 0 1200 420"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      data-land={land}
    >
      {land === 'US' ? <Desert /> : <River />}
    </svg>
  )
}
