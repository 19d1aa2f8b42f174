/** As the constants of src/domain/items/nameOrder.ts. */
const DIGITS = '〇零一二两兩三四五六七八九壹贰貳叁參肆伍陆陸柒捌玖'
const FIRST = `${DIGITS}十拾廿卅`
const ANY = `0-9${FIRST}百千万拾佰仟萬`
const NUMERAL = `[${FIRST}][${FIRST}百千万拾佰仟萬]*`
const COUNTED =
  '单元|單元|学期|學期|阶段|階段|[章節节回话話课課册冊卷集期部篇辑輯编編讲講号號组組班周週季年月日天题題页頁段条條款项項届屆次批轮輪场場幕步层層楼樓级級]'
const COUNTING = '第|周|週|星期|礼拜|禮拜|附件|附录|附錄|表|图|圖|卷'
const NO_LETTER = '[^0-9\\u3400-\\u9fff\\uf900-\\ufaff\\u3005\\u3007\\u3040-\\u30ff]'
/** A numeral that counts. */
const NUMBER = `(?<![${ANY}])((?<=${COUNTING})${NUMERAL}(?![${ANY}])|${NUMERAL}(?=${COUNTED}|${NO_LETTER}|$))`

/**
 * Lists by name put Chinese numerals in order by their value. The stored text is what names are sorted by: `第3章` for `第三章`. Names keep their
 * collation, which reads digits by value.
 */
export const nameOrder = `
/* As valueOf in src/domain/items/nameOrder.ts. */
create function numeral_value(text) returns text language plpgsql immutable strict parallel safe as $$
declare
  signs text collate "C" := translate(
    replace(replace($1, '廿', '二十'), '卅', '三十'), '${DIGITS}拾佰仟萬', '0012223456789122334566789十百千万');
  total numeric := 0;
  section numeric := 0;
  number numeric := 0;
  sign text collate "C";
begin
  if signs ~ '^[0-9]*$' then return signs; end if;
  foreach sign in array regexp_split_to_array(signs, '') loop
    case sign
      when '万' then
        total := (total + section + number) * 10000;
        section := 0;
        number := 0;
      when '十', '百', '千' then
        section := section + greatest(number, 1) * (case sign when '十' then 10 when '百' then 100 else 1000 end);
        number := 0;
      else number := number * 10 + sign::numeric;
    end case;
  end loop;
  return (total + section + number)::text;
end $$;

/* As orderKey in src/domain/items/nameOrder.ts. */
create function order_key(text) returns text language plpgsql immutable strict parallel safe as $$
declare
  key text collate "C" := $1;
  found text collate "C";
begin
  if key !~ '[${FIRST}]' then return key; end if;
  loop
    found := (regexp_match(key, '${NUMBER}'))[1];
    if found is null then return key; end if;
    key := regexp_replace(key, '${NUMBER}', numeral_value(found));
  end loop;
end $$;

alter table items add column name_order text collate natural_order not null generated always as (order_key(name)) stored;
drop index items_by_name;
create index items_by_name on items (parent_id, is_folder, name_order, id) where deleted_at is null;
`
