import { AGREEMENT_DAYS, getLabelAgreement } from '@winnow/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { useOperationQuery } from '../../lib/query/use-operation.ts'
import { Figure } from './figure.tsx'
import { FEW_CASES } from './few-cases.ts'

const EVERY_MS = 300_000

/** How often the company and its supervisors gave the same label. Renders nothing before both have labelled an alarm. */
export function Agreement() {
  const { t } = useTranslation('home')
  const { number, share } = useFormats()
  // The other figures stand without it, so a failure shows nothing.
  const { data } = useOperationQuery(getLabelAgreement, {}, { refetchInterval: EVERY_MS, quiet: true })
  if (!data?.share) return null
  const { count, of, low, high } = data.share
  return (
    <Figure
      name={t('agreement.name')}
      note={
        <>
          {t('shares.interval', { low: share(low), high: share(high) })}
          <br />
          {t('agreement.both', { count: of, n: number(of), days: number(AGREEMENT_DAYS) })}
          {data.kappa !== null && (
            <>
              <br />
              {t('agreement.kappa', { value: number(data.kappa, 2) })}
            </>
          )}
          {data.latest && (
            <>
              <br />
              <Link
                to="/cams/alarms/{-$id}"
                params={{ id: data.latest.id }}
                search={{ camera: data.latest.viewId, since: data.latest.receivedAt }}
              >
                {t('agreement.latest')}
              </Link>
            </>
          )}
        </>
      }
    >
      {of < FEW_CASES ? t('shares.countOf', { n: number(count), of: number(of) }) : share(data.share.share)}
    </Figure>
  )
}
