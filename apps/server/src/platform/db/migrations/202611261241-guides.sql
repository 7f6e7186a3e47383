-- Guides of the installation: videos that explain a page of the console. They belong to no company. A video is elsewhere (`url`), or a file
-- in the media store, so that every machine has it from there.
create table guide (
  page text primary key check (page in ('dashboard', 'alarms', 'clients', 'account')),
  url text,
  video_key text,
  -- Subtitles of the file (WebVTT).
  captions_key text,
  active boolean not null default true,
  check ((url is null) <> (video_key is null)),
  check (captions_key is null or video_key is not null)
);
create index guide_video_key on guide (video_key);
create index guide_captions_key on guide (captions_key);
