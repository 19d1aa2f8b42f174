/** How far a video or sound is (1§4), and how long it takes to play. */
export const media = `
alter table representations add column media_status text, add column milliseconds bigint;
`
