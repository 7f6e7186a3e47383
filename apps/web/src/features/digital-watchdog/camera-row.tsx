import type { VmsCamera } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { CameraField, type OurCamera } from './camera-field.tsx'
import css from './digital-watchdog.module.css'

interface CameraRowProps {
  camera: VmsCamera
  ours: OurCamera | null
  /** Whether the mapping is not saved yet. */
  isChanged: boolean
  isEditing: boolean
  onEdit: (isEditing: boolean) => void
  onChange: (ours: OurCamera | null) => void
}

/** A camera of a system, and which of ours it is. */
export function CameraRow({ camera, ours, isChanged, isEditing, onEdit, onChange }: CameraRowProps) {
  const { t } = useTranslation('digitalWatchdog')
  const place = [camera.groupName, camera.cameraServerName, camera.cameraSystemName].filter(Boolean).join(' · ')
  const choose = t(ours === null ? 'camera.choose' : 'camera.change')
  return (
    <div className={isChanged ? `${css['camera']} ${css['changed']}` : css['camera']}>
      <div className={css['theirs']}>
        <p title={camera.cameraName}>{camera.cameraName || camera.cameraId}</p>
        <p className={css['muted']} title={place}>
          {place}
        </p>
      </div>
      <div className={css['ours']}>
        {isEditing ? (
          <CameraField
            label={t('camera.ours', { name: camera.cameraName })}
            value={ours}
            suggestion={camera.cameraName}
            onChange={onChange}
            onLeave={() => onEdit(false)}
          />
        ) : (
          <>
            <p className={ours === null ? css['muted'] : undefined} title={ours?.path}>
              {ours?.path ?? t('camera.none')}
            </p>
            {isChanged && <p className={css['muted']}>{t('camera.unsaved')}</p>}
          </>
        )}
      </div>
      {!isEditing && (
        <Button look="subtle" aria-label={`${choose} ${camera.cameraName}`} onClick={() => onEdit(true)}>
          {choose}
        </Button>
      )}
    </div>
  )
}
