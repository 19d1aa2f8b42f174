/** Text and Markdown are set anew, on pages made for a phone. What the storage holds of the old ones goes with the next sweep. */
export const phonePages = `
delete from representations
where (kind in ('pdf', 'pages') or kind like 'pdf@%' or kind like 'page\\_%')
  and body_id in (
    select versions.body_id from versions join items on items.id = versions.item_id
    where items.extension = any(string_to_array(
      'txt text log csv tsv json xml yml yaml toml ini conf properties srt vtt html htm css scss less js mjs ts tsx jsx vue ' ||
      'py rb php java c h cc cpp hpp cs go rs swift kt kts m sh bash bat ps1 sql lua r pl tex md markdown mdown mkd', ' '))
  );
`
