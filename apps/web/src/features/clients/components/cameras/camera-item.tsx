import type { CameraRow } from '@winnow/contract'
import { Checkbox } from '@mantine/core'
import { memo, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { AlarmsADay, FilteredShare, MaskMark, ProductNames, Since, StateMarks } from './camera-facts.tsx'
import { CameraThumb } from './camera-thumb.tsx'
import css from './cameras.module.css'

export interface CameraItemProps {
  row: CameraRow
  selected: boolean
  /** Selects a row; with Shift, all rows from the one chosen before to this one. */
  onChoose: (row: CameraRow, withShift: boolean) => void
  onOpen: (row: CameraRow) => void
}

/** The box that selects a camera. A click with Shift also selects all cameras since the one chosen before. */
function Choice({ row, selected, onChoose }: CameraItemProps) {
  const { t } = useTranslation('clients')
  return (
    <Checkbox
      size="xs"
      className={css['choice']}
      aria-label={t('cameras.choose', { name: row.name })}
      checked={selected}
      onChange={(event) => onChoose(row, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
    />
  )
}

/** The client and site of a camera. A long name of the client is cut before the name of the site is. */
function Place({ row: { projectName, siteName } }: Pick<CameraItemProps, 'row'>) {
  return (
    <small className={css['place']} title={`${projectName} / ${siteName}`}>
      <span className="wn-truncate">{projectName}</span>
      <span aria-hidden="true">/</span>
      <span className="wn-truncate">{siteName}</span>
    </small>
  )
}

/** A click opens the camera; with Ctrl or Shift it selects. */
const clicked =
  ({ row, onChoose, onOpen }: CameraItemProps) =>
  (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) onChoose(row, event.shiftKey)
    else onOpen(row)
  }

/** A camera as a row of the table. */
export const CameraLine = memo(function CameraLine(props: CameraItemProps) {
  const { row, selected } = props
  const { t } = useTranslation('clients')
  return (
    <div className={css['line']} data-selected={selected || undefined}>
      <Choice {...props} />
      <button type="button" className={css['name']} title={row.name} onClick={clicked(props)}>
        <span className={css['nameLine']}>
          <span className="wn-truncate">
            {row.name}
            {row.externalKey !== undefined && <small className={css['key']}> {row.externalKey}</small>}
          </span>
          <StateMarks row={row} />
        </span>
        <Place row={row} />
      </button>
      <MaskMark row={row} />
      <span className={`${css['figure']} wn-truncate`} data-wide>
        <ProductNames row={row} />
      </span>
      <span className={css['figure']}>
        <Since at={row.lastSignalAt} none={t('cameras.never')} />
      </span>
      <span className={css['figure']} data-wide>
        <Since at={row.lastPictureAt} none={t('cameras.never')} />
      </span>
      <span className={css['figure']} data-wide data-number>
        <AlarmsADay row={row} />
      </span>
      <span className={css['figure']} data-wide data-number>
        <FilteredShare row={row} />
      </span>
    </div>
  )
})

/** A camera as a card of the grid. */
export const CameraCard = memo(function CameraCard(props: CameraItemProps) {
  const { row, selected } = props
  const { t } = useTranslation('clients')
  return (
    <div className={css['card']} data-selected={selected || undefined}>
      <Choice {...props} />
      <button type="button" className={css['cardButton']} onClick={clicked(props)}>
        <CameraThumb row={row} />
        <span className={css['cardText']}>
          <strong className="wn-truncate" title={row.name}>
            {row.name}
          </strong>
          <span className={css['marks']}>
            <StateMarks row={row} />
            <MaskMark row={row} />
          </span>
        </span>
        <Place row={row} />
        <small className="wn-truncate">
          <Since at={row.lastPictureAt} none={t('cameras.noPicture')} />
        </small>
      </button>
    </div>
  )
})
