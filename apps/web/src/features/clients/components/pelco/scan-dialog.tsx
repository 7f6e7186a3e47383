import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FormActions } from '../../../../ui/form-actions.tsx'
import { serialOfCode } from '../../model/pelco-serial.ts'
import { useQrCamera } from '../../state/use-qr-camera.ts'
import css from './pelco.module.css'

interface ScanDialogProps {
  opened: boolean
  /** Called with the twelve digits of the first code that holds a serial number. */
  onSerial: (serial: string) => void
  onClose: () => void
}

/** Reads the serial number of a camera from the QR code on its label, with the camera of this device. */
export function ScanDialog({ opened, onSerial, onClose }: ScanDialogProps) {
  const { t } = useTranslation('pelco')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('scan.title')}>
      {/* Not before the dialog is open: the browser asks for the camera then, and the reader is loaded. */}
      {opened && <Scanner onSerial={onSerial} />}
      <FormActions>
        <Button onClick={onClose}>{t('scan.type')}</Button>
      </FormActions>
    </Dialog>
  )
}

function Scanner({ onSerial }: Pick<ScanDialogProps, 'onSerial'>) {
  const { t } = useTranslation('pelco')
  const video = useRef<HTMLVideoElement>(null)
  const [isOther, setIsOther] = useState(false)
  const state = useQrCamera(video, (text) => {
    const serial = serialOfCode(text)
    if (serial === undefined) setIsOther(true)
    else onSerial(serial)
  })
  const hasPicture = state === 'starting' || state === 'looking'
  return (
    <>
      <p className={css['hint']}>{t('scan.hint')}</p>
      <div className={css['screen']} hidden={!hasPicture}>
        <video ref={video} muted playsInline aria-label={t('scan.picture')} />
      </div>
      <div role="status" className={css['scanState']} data-problem={!hasPicture || isOther || undefined}>
        {state === 'looking' && isOther ? t('scan.other') : t(`scan.state.${state}`)}
      </div>
    </>
  )
}
