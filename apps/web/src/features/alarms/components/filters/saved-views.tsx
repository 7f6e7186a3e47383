import { ActionIcon, Menu } from '@mantine/core'
import { MAX_SAVED_FILTERS, type SavedFilter } from '@winnow/contract'
import { IconBookmark, IconBookmarkFilled, IconCheck, IconStarFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../../ui/error-text.ts'
import { MenuDropdown } from '../../../../ui/menu-dropdown.tsx'
import { showToast } from '../../../../ui/toasts/toast-store.ts'
import { writeFilters, type AlarmFilters } from '../../model/alarm-filters.ts'
import { filtersOf, isOutdated, useSavedFilters, viewOf } from '../../state/saved-filters.ts'
import { ViewNameDialog } from './view-name-dialog.tsx'

interface SavedViewsProps {
  filters: AlarmFilters
  onChange: (filters: AlarmFilters) => void
}

const lower = (name: string) => name.toLocaleLowerCase('en')

/** Filters of the address without the parameters that are left out. */
const searchOf = (filters: AlarmFilters): SavedFilter['search'] =>
  Object.fromEntries(Object.entries(writeFilters(filters)).filter(([, value]) => value !== undefined))

/** The sets with a new one, which replaces the set of its name. */
function withSet(views: readonly SavedFilter[], name: string, filters: AlarmFilters): SavedFilter[] {
  const known = views.find((view) => lower(view.name) === lower(name))
  const made = { name, search: searchOf(filters), isDefault: known?.isDefault ?? false }
  return known ? views.map((view) => (view === known ? made : view)) : [...views, made]
}

const renamed = (views: readonly SavedFilter[], active: SavedFilter | undefined, name: string): SavedFilter[] =>
  views.map((view) => (view === active ? { ...view, name } : view))

/** Saves views, and shows what is refused: another tab may have changed them. */
function useSave() {
  const { t } = useTranslation('alarms')
  const errorText = useErrorText()
  const { views, save, isLoaded } = useSavedFilters()
  const trySave = async (next: SavedFilter[]) => {
    try {
      await save(next)
      return true
    } catch (error) {
      showToast({ type: 'error', message: isOutdated(error) ? t('views.outdated') : errorText(error) })
      return false
    }
  }
  return { views, save, trySave, isLoaded }
}

interface ViewItemsProps {
  views: readonly SavedFilter[]
  active: SavedFilter | undefined
  onChoose: (view: SavedFilter) => void
}

function ViewItems({ views, active, onChoose }: ViewItemsProps) {
  const { t } = useTranslation('alarms')
  return views.map((view) => (
    <Menu.Item
      key={view.name}
      leftSection={<IconCheck size={14} visibility={view === active ? 'visible' : 'hidden'} />}
      rightSection={view.isDefault && <IconStarFilled size={12} aria-label={t('views.isDefault')} />}
      aria-current={view === active || undefined}
      onClick={() => onChoose(view)}
    >
      {view.name}
    </Menu.Item>
  ))
}

interface ActiveItemsProps {
  active: SavedFilter
  onDefault: (isDefault: boolean) => void
  onRename: () => void
  onDelete: () => void
}

/** What can be done with the filters that are shown now. */
function ActiveItems({ active, onDefault, onRename, onDelete }: ActiveItemsProps) {
  const { t } = useTranslation('alarms')
  return (
    <>
      <Menu.CheckboxItem checked={active.isDefault} onChange={onDefault}>
        {t('views.default')}
      </Menu.CheckboxItem>
      <Menu.Item onClick={onRename}>{t('views.renameOpen')}</Menu.Item>
      <Menu.Item onClick={onDelete}>{t('views.delete', { name: active.name })}</Menu.Item>
    </>
  )
}

/** The user's named sets of filters: to apply, save, rename and delete them, and to choose the one with which the list opens. */
export function SavedViews({ filters, onChange }: SavedViewsProps) {
  const { t } = useTranslation(['alarms', 'common'])
  const { views, save, trySave, isLoaded } = useSave()
  const [dialog, setDialog] = useState<'save' | 'rename' | null>(null)
  const active = viewOf(views, filters)
  const isFull = views.length >= MAX_SAVED_FILTERS
  const others = views.filter((view) => view !== active)

  const store = (name: string) =>
    save(dialog === 'rename' ? renamed(views, active, name) : withSet(views, name, filters))
  const remove = async (gone: SavedFilter) => {
    if (!(await trySave(others))) return
    showToast({ type: 'success', message: t('views.deleted', { name: gone.name }) })
  }
  const setDefault = (isDefault: boolean) =>
    trySave(views.map((view) => ({ ...view, isDefault: view === active && isDefault })))

  const Icon = active ? IconBookmarkFilled : IconBookmark
  const title = active ? t('views.active', { name: active.name }) : t('views.open')
  return (
    <>
      <Menu position="bottom-end" shadow="md" hideDetached={false} width={260}>
        <Menu.Target>
          <ActionIcon
            variant={active ? 'light' : 'subtle'}
            color={active ? 'blue' : 'gray'}
            aria-label={title}
            title={title}
          >
            <Icon size={16} />
          </ActionIcon>
        </Menu.Target>
        <MenuDropdown aria-label={t('views.open')}>
          <ViewItems views={views} active={active} onChoose={(view) => onChange(filtersOf(view))} />
          {views.length === 0 && <Menu.Label>{t('views.none')}</Menu.Label>}
          <Menu.Divider />
          {!active && (
            <Menu.Item disabled={!isLoaded || isFull} onClick={() => setDialog('save')}>
              {t(isFull ? 'views.full' : 'views.saveOpen', { count: MAX_SAVED_FILTERS })}
            </Menu.Item>
          )}
          {active && (
            <ActiveItems
              active={active}
              onDefault={(isDefault) => void setDefault(isDefault)}
              onRename={() => setDialog('rename')}
              onDelete={() => void remove(active)}
            />
          )}
        </MenuDropdown>
      </Menu>
      <ViewNameDialog
        opened={dialog !== null}
        name={dialog === 'rename' ? (active?.name ?? '') : ''}
        taken={(dialog === 'rename' ? others : views).map((view) => lower(view.name))}
        onSave={store}
        onClose={() => setDialog(null)}
      />
    </>
  )
}
