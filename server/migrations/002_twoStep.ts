/** The second step of signing in: a secret per user, and which sessions passed it. */
export const twoStep = `
alter table users add column totp_secret text;
alter table users add column totp_enrolled_at timestamptz;
-- The last time step whose code was taken: a code serves once.
alter table users add column totp_last_step bigint;
alter table sessions add column second_step_at timestamptz;
`
