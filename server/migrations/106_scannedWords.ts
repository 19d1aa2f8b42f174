/**
 * Texts of PDFs some of whose pages have none, such as scans (AH-44): recognising their words is a job of its own, on machines with tesseract. Texts
 * from before that are empty for a scan.
 */
export const scannedWords = `
alter table contents add column awaits_recognition boolean not null default false;
update contents set awaits_recognition = true where text = '';
create index contents_awaiting on contents (body_id) where awaits_recognition;
`
