import { API_BASE, type FoundObject } from '@winnow/contract'
import { IconPhotoOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { usePicture } from '../../ui/use-picture.ts'
import { Swatch } from './colours.tsx'
import css from './investigate.module.css'

const pictureUrl = ({ alarmId, number }: FoundObject): string =>
  `${API_BASE}/v1/investigate/object/${alarmId}/${number}/picture`

function Crop({ url }: { url: string }) {
  const picture = usePicture(url)
  if (picture.failed) return <IconPhotoOff size={20} stroke={1.5} />
  return <img key={picture.src} src={picture.src} alt="" draggable={false} decoding="async" onError={picture.fail} />
}

/** An object with its picture. It opens its alarm. */
export const ObjectCard = memo(function ObjectCard({ object }: { object: FoundObject }) {
  const { t } = useTranslation(['investigate', 'alarms'])
  const formats = useFormats()
  const { upper, lower, plate, timezone, viewName, siteName, projectName } = object
  const colours = [upper, lower].filter((colour) => colour !== null)
  return (
    <Link to="/cams/alarms/{-$id}" params={{ id: object.alarmId }} className={css['card']} data-object>
      <span className={css['crop']} aria-hidden="true">
        <Crop url={pictureUrl(object)} />
      </span>
      <span className={css['what']}>
        <strong>{t(`alarms:class.${object.class}`)}</strong>
        <span className={css['share']}>{formats.share(object.score)}</span>
        {colours.map((colour, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the upper and the lower colour may be the same
          <span key={index} title={t(`colour.${colour}`)} className={css['named']}>
            <Swatch colour={colour} />
            <span className="wn-visually-hidden">{t(`colour.${colour}`)}</span>
          </span>
        ))}
      </span>
      {plate && (
        <span className={css['plate']}>
          {plate.text}
          {!plate.isSure && <small>{t('alarms:facts.plateGuess')}</small>}
        </span>
      )}
      <small className="wn-truncate">
        <time dateTime={object.at}>{formats.dateTime(new Date(object.at), timezone)}</time>
        {object.verdict === 'false' && ` · ${t('filtered')}`}
      </small>
      <small className="wn-truncate" title={`${projectName} / ${siteName} / ${viewName}`}>
        {viewName} · {siteName}
      </small>
    </Link>
  )
})
