/** Codes sent to phones (PROMO-02), and what was claimed with them (PROMO-03). Neither a code nor the number it went to can be read from its row. */
export const promotion = `
create table phone_codes (
  -- A hash under a key outside of the database.
  phone_key text collate "C" primary key,
  -- Null: used, or tried too often.
  code_key text collate "C",
  tries smallint not null default 0,
  sent_at timestamptz not null,
  day_begun_at timestamptz not null,
  day_count smallint not null default 1
);
create index on phone_codes (sent_at);

create table coupons (
  id bigint generated always as identity primary key,
  enterprise_id bigint not null references enterprises on delete cascade,
  plan_id integer not null,
  group_id integer not null,
  user_id bigint references users on delete set null,
  phone text not null,
  created_at timestamptz not null,
  unique (enterprise_id, plan_id)
);
create index on coupons (user_id);
`
