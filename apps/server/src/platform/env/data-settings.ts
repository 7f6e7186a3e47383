import { setting } from './setting.ts'
import { flag, text, url, wholeNumber } from './values.ts'

/** Where data is kept: the folder, the database, and the store of media. */
export const dataSettings = {
  'Data and database': {
    WINNOW_DATA: setting(text().default('data'), 'data', 'Folder for everything that is kept: database, media, key.'),
    DATABASE_URL: setting(
      url('postgres', 'postgresql').optional(),
      '–',
      'Another PostgreSQL (15 or newer) instead of the embedded one.',
    ),
    DATABASE_OWNER_URL: setting(
      url('postgres', 'postgresql').optional(),
      '–',
      'The same database as the role that owns the tables and migrates them. Without it DATABASE_URL does both, and start says which protection is missing.',
    ),
    WINNOW_SECRET_KEY_FILE: setting(
      text().optional(),
      '<WINNOW_DATA>/secret.key',
      'The key that secrets of cameras, receivers and users are encrypted with. Made on the first start, readable by its owner only.',
    ),
    WINNOW_AGREEMENTS: setting(
      text().optional(),
      '<WINNOW_DATA>/agreements',
      'Folder with the texts that companies agree to, where they are not the ones of the product (see Agreements).',
    ),
    WINNOW_MIN_FREE_DISK_MB: setting(
      wholeNumber(0, 1_000_000_000).default(512),
      '512',
      'Below this much free space in the data folder new alarms are refused for the moment (451, 503), so that nothing is half kept. Not watched where neither the database nor the pictures are there.',
    ),
  },
  'Media in an S3-compatible store': {
    S3_ENDPOINT: setting(url('http', 'https').optional(), '–', 'Address of the store; not needed with AWS.'),
    S3_BUCKET: setting(
      text().optional(),
      '–',
      'Bucket for pictures and clips. Without it they are kept in WINNOW_DATA.',
    ),
    S3_REGION: setting(text().default('us-east-1'), 'us-east-1', 'Region of the bucket.'),
    S3_ACCESS_KEY_ID: setting(text().optional(), "the machine's own AWS identity", 'Access key.'),
    S3_SECRET_ACCESS_KEY: setting(text().optional(), "the machine's own AWS identity", 'Its secret.'),
    S3_FORCE_PATH_STYLE: setting(
      flag('yes', 'no').optional(),
      'yes with S3_ENDPOINT, else no',
      'yes: the bucket stands in the path, not in the host name.',
    ),
  },
}
