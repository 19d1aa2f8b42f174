/** Codes are sent to e-mail addresses, too (DIR-05). A row has the key of a phone or of an e-mail address. */
export const sentCodes = `
alter table phone_codes rename to sent_codes;
alter table sent_codes rename column phone_key to target_key;
`
