interface DemoPlace {
  project: string
  site: string
  timezone: string
  name: string
  model: string
}

/** A camera that sends its alarms by itself. */
interface SendingCamera extends DemoPlace {
  via: 'smtp' | 'http' | 'push' | 'ftp'
  vendor: string
  /** Kinds of scenes that this camera shows, most of them false alarms as in real life. */
  kinds: string[]
  /** Determines the camera's background. */
  seed: number
}

/** A camera whose stream is read. It shows a drawn clip. */
interface StreamCamera extends DemoPlace {
  via: 'rtsp'
}

export type DemoCamera = SendingCamera | StreamCamera

/** The camera whose stream is read. It exists only where the demo was made with its stream. */
export const STREAM_CAMERA: StreamCamera = {
  project: 'Harbour Logistics',
  site: 'Head office',
  timezone: 'Europe/London',
  name: 'Visitor entrance',
  model: 'Uniview IPC2124 (RTSP)',
  via: 'rtsp',
}

/** The demo's clients, sites and cameras. Names are unique, because the simulator finds them by name. */
export const DEMO_CAMERAS: readonly DemoCamera[] = [
  {
    project: 'Harbour Logistics',
    site: 'Container yard',
    timezone: 'Europe/London',
    name: 'Yard gate',
    model: 'Hikvision DS-2CD2T47',
    via: 'smtp',
    vendor: 'hikvision',
    kinds: ['wind', 'rain', 'headlights', 'person-walking', 'car-arriving'],
    seed: 6,
  },
  {
    project: 'Harbour Logistics',
    site: 'Container yard',
    timezone: 'Europe/London',
    name: 'Quay fence',
    model: 'Hikvision DVR DS-7208',
    via: 'smtp',
    vendor: 'hikvision-dvr',
    kinds: ['rain', 'shadow', 'spider', 'empty', 'person-running-away'],
    seed: 10,
  },
  {
    project: 'Harbour Logistics',
    site: 'Head office',
    timezone: 'Europe/London',
    name: 'Car park',
    model: 'Dahua IPC-HFW5442',
    via: 'smtp',
    vendor: 'dahua',
    kinds: ['parked-car', 'headlights', 'shadow', 'car-passing', 'person-walking'],
    seed: 12,
  },
  {
    project: 'Solar Iberia',
    site: 'Field north',
    timezone: 'Europe/Madrid',
    name: 'Inverter row',
    model: 'Axis P1455-LE',
    via: 'smtp',
    vendor: 'axis',
    kinds: ['wind', 'shadow', 'empty', 'spider', 'person-walking'],
    seed: 9,
  },
  {
    project: 'Solar Iberia',
    site: 'Field north',
    timezone: 'Europe/Madrid',
    name: 'Access track',
    model: 'Reolink RLC-810A',
    via: 'smtp',
    vendor: 'reolink',
    kinds: ['wind', 'headlights', 'cyclist', 'empty', 'car-arriving'],
    seed: 2,
  },
  {
    project: 'Harbour Logistics',
    site: 'Head office',
    timezone: 'Europe/London',
    name: 'Loading bay',
    model: 'Hikvision DS-2CD2387 (push)',
    via: 'push',
    vendor: 'hikvision',
    kinds: ['wind', 'shadow', 'parked-car', 'car-arriving', 'person-walking'],
    seed: 4,
  },
  {
    project: 'Northside Builders',
    site: 'Mill Street 4',
    timezone: 'Europe/London',
    name: 'Site gate',
    model: 'Hikvision DS-2CD2143 (FTP)',
    via: 'ftp',
    vendor: 'hikvision',
    kinds: ['rain', 'wind', 'cat', 'person-walking', 'car-arriving'],
    seed: 7,
  },
  {
    project: 'Northside Builders',
    site: 'Mill Street 4',
    timezone: 'Europe/London',
    name: 'Scaffold',
    model: 'HTTP gateway',
    via: 'http',
    vendor: 'json',
    kinds: ['wind', 'snow', 'rain', 'person-standing', 'empty'],
    seed: 13,
  },
  STREAM_CAMERA,
]
