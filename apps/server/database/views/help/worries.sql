-- Players' messages with words about gambling harm, in the portal's languages; no text.
create view help.worries as
  select message.id, asked.player_id, message.at
  from help.message as message join help.help_case as asked on asked.id = message.case_id
  where message.operator_id is null
    and message.text ~* '(addict|(can.?t|cannot|can not) stop|gambling problem|lost everything|suicid|kill myself|verslaaf|kan nie ophou|alles verloor|selfmoord|लत|रोक नहीं|सब कुछ हार|आत्महत्या)';
