-- A captcha is sealed into the nonce that its browser keeps, so that drawing one leaves nothing here. One that was answered is noted, right or
-- wrong, until it would run out: it counts once.
drop table captcha;
create table answered_captcha (
  id text primary key,
  expires_at timestamptz not null
);
create index answered_captcha_expiry on answered_captcha (expires_at);
