import { type CameraSelection, countViews } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { useOperationQuery } from '../../../lib/query/use-operation.ts'

/** The number of cameras of a selection, and the same as text, which is empty until they are counted. */
export function useSelectedCount(selection: CameraSelection) {
  const { t } = useTranslation('clients')
  const { number } = useFormats()
  const { data } = useOperationQuery(countViews, { query: selection }, { keepPrevious: true })
  const count = data?.count
  return { count, cameras: count === undefined ? '' : t('bulk.cameras', { count, n: number(count) }) }
}
