import { useTranslation } from 'react-i18next'
import type { MaskEditor } from '../../model/mask-editor.ts'
import { MIN_POINTS } from '../../model/mask-geometry.ts'
import css from './masks.module.css'

interface AreaHelpProps {
  state: MaskEditor
  /** Why nothing can be drawn, if there is no picture. */
  noPicture: string | undefined
  locked: boolean
  crossed: readonly number[]
}

/** Says what to do next, or why the last step was refused. */
export function AreaHelp({ state, noPicture, locked, crossed }: AreaHelpProps) {
  const { t } = useTranslation('clients')
  const { refused, drawing } = state
  const faulty = crossed[0]
  const text = () => {
    if (refused) return t(`masks.refused.${refused}`, { n: MIN_POINTS })
    if (drawing) return t('masks.drawHelp')
    if (faulty !== undefined && !locked) return t('masks.crossed', { n: faulty + 1 })
    if (noPicture !== undefined) return noPicture
    return locked ? '' : t('masks.help')
  }
  const isHelp = !refused && !locked && noPicture === undefined && (drawing !== null || faulty === undefined)
  const isRefusal = refused !== null || (faulty !== undefined && !drawing && !locked)
  return (
    <p className={css['help']} role="status" data-refused={isRefusal || undefined}>
      {text()}
      {isHelp && <span className={css['keys']}> {t(drawing ? 'masks.drawHelpKeys' : 'masks.helpKeys')}</span>}
    </p>
  )
}
