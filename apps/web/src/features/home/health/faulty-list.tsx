import type { CameraFault } from '@winnow/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { listControl } from '../../../ui/list-screen/list-address.ts'
import { ListScreen } from '../../../ui/list-screen/list-screen.tsx'
import { useFaultyColumns } from './faulty-columns.tsx'
import css from './health.module.css'
import { PAGE_SIZE, useFaultyCameras } from './use-health.ts'

/** The cameras with a fault, the worst first, with the facts that show it. */
export function FaultyList({ fault }: { fault: CameraFault }) {
  const { t } = useTranslation(['home', 'common'])
  const formats = useFormats()
  const { page } = useSearch({ from: '/cams/dashboard' })
  const navigate = useNavigate({ from: '/cams/dashboard' })
  const list = listControl(
    { page },
    (next) =>
      void navigate({ search: (before) => ({ ...before, page: next.page }), replace: true, resetScroll: false }),
  )
  const cameras = useFaultyCameras(fault, list.page)
  const columns = useFaultyColumns(fault, cameras.data)
  const name = t(`health.${fault}.list`)
  return (
    <div className={css['list']}>
      <header className={css['listHead']}>
        <h3 className={css['listTitle']}>{name}</h3>
        {cameras.data && (
          <span className={css['zone']}>
            {t('common:zone', { zone: formats.namedZone(new Date(cameras.data.now)) })}
          </span>
        )}
      </header>
      <ListScreen
        label={name}
        query={cameras}
        list={list}
        limit={PAGE_SIZE}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ icon: <IconCircleCheck size={24} stroke={1.6} />, title: t(`health.${fault}.none`) }}
        compact
      />
    </div>
  )
}
