-- Operators' own wordings of messages: an item of the kind `message` is named by the message's kind.
alter table content.item drop constraint item_kind_check;
alter table content.item add constraint item_kind_check check (kind in ('page', 'notice', 'banner', 'row', 'message')) not valid;

-- Text message of a wording; empty for everything else.
alter table content.version add column sms text not null default '';
