import { IconQrcode } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button.tsx'
import { TextField, type TextFieldProps } from '../../../../ui/text-field.tsx'
import css from './pelco.module.css'
import { ScanDialog } from './scan-dialog.tsx'

interface SerialFieldProps {
  /** The props that the form gives to the field. */
  field: Pick<TextFieldProps, 'value' | 'onChange' | 'error' | 'data-path'>
  isStandIn: boolean
  hasFailed: boolean
  isPending: boolean
  onSerial: (serial: string) => void
}

/** The serial number of a camera of Pelco: typed, pasted, or read from its QR code. */
export function SerialField({ field, isStandIn, hasFailed, isPending, onSerial }: SerialFieldProps) {
  const { t } = useTranslation('pelco')
  const [isScanning, setIsScanning] = useState(false)
  return (
    <>
      <div className={css['serial']}>
        <TextField
          label={t('serial')}
          description={t('serialHint')}
          {...field}
          required
          maxLength={40}
          inputMode="numeric"
          autoComplete="off"
        />
        <Button leftSection={<IconQrcode size={16} aria-hidden="true" />} onClick={() => setIsScanning(true)}>
          {t('scan.open')}
        </Button>
      </div>
      <ScanDialog
        opened={isScanning}
        onSerial={(serial) => {
          onSerial(serial)
          setIsScanning(false)
        }}
        onClose={() => setIsScanning(false)}
      />
      {isStandIn && <p className={css['note']}>{t('standIn')}</p>}
      <div role="status">
        {hasFailed && <p className={css['unable']}>{t('unable')}</p>}
        {isPending && t('waiting')}
      </div>
    </>
  )
}
