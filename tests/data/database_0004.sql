BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0004');
CREATE TABLE chairs (
	table_id VARCHAR(24) NOT NULL, 
	chair INTEGER NOT NULL, 
	device VARCHAR(64), 
	level INTEGER, "key" VARCHAR(32), 
	PRIMARY KEY (table_id, chair), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "chairs" VALUES('P3Ur_OVkOOqe',0,'512fe478840099e3dbafded94ff08ac6631bd4b8',NULL,'rQj44wpaS67UbOb6L7Ax');
INSERT INTO "chairs" VALUES('P3Ur_OVkOOqe',1,'512fe478840099e3dbafded94ff08ac6631bd4b8',NULL,'3aps2jYcN731lEX6NZLN');
INSERT INTO "chairs" VALUES('Ib-mEMESLQRu',0,'512fe478840099e3dbafded94ff08ac6631bd4b8',NULL,'s_pC_BvLPLRwf6VWd9oN');
INSERT INTO "chairs" VALUES('Ib-mEMESLQRu',1,NULL,1,NULL);
INSERT INTO "chairs" VALUES('BUDGwYS8MJ65',0,'512fe478840099e3dbafded94ff08ac6631bd4b8',NULL,'Qq--lbUyrLMiCOk7G_rW');
INSERT INTO "chairs" VALUES('BUDGwYS8MJ65',1,'512fe478840099e3dbafded94ff08ac6631bd4b8',NULL,'NCI0eAUXpqDTGFeE4sLt');
INSERT INTO "chairs" VALUES('m9JIzcEBHg57',0,'512fe478840099e3dbafded94ff08ac6631bd4b8',NULL,'2pgBwU_IgXv4jTKzvLrB');
INSERT INTO "chairs" VALUES('m9JIzcEBHg57',1,'512fe478840099e3dbafded94ff08ac6631bd4b8',NULL,'rGcSlX4tVVyp-zeFlKAC');
INSERT INTO "chairs" VALUES('38WG1hAotHMQ',0,'512fe478840099e3dbafded94ff08ac6631bd4b8',NULL,'mKYLZdcRu41G2uHy8gsS');
INSERT INTO "chairs" VALUES('38WG1hAotHMQ',1,NULL,NULL,'MAZyALRLApPt3a1Qo_Cg');
INSERT INTO "chairs" VALUES('38WG1hAotHMQ',2,NULL,NULL,'lAh5MGMRsk25dE7k1gmJ');
INSERT INTO "chairs" VALUES('7jlJI3_F0daE',0,'512fe478840099e3dbafded94ff08ac6631bd4b8',NULL,'odvIjcFR0avBjIHzvfwP');
INSERT INTO "chairs" VALUES('7jlJI3_F0daE',1,'512fe478840099e3dbafded94ff08ac6631bd4b8',NULL,'xJtManpbXS-2TVsN2sfi');
CREATE TABLE chat (
	table_id VARCHAR(24) NOT NULL, 
	number INTEGER NOT NULL, 
	room VARCHAR(16) NOT NULL, 
	chair INTEGER, 
	name VARCHAR(80) NOT NULL, 
	text VARCHAR(500) NOT NULL, 
	at BIGINT NOT NULL, 
	command VARCHAR(32) NOT NULL, 
	PRIMARY KEY (table_id, number), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "chat" VALUES('P3Ur_OVkOOqe',1,'players',1,'Ben','hello',1794799991878,'f657319b8dc0ca4afced03645db42c44');
INSERT INTO "chat" VALUES('P3Ur_OVkOOqe',2,'players',1,'Ben','à toi',1794799991976,'a673843ef0339a88e2ee80ba23fc1330');
CREATE TABLE downtimes (
	ended BIGINT NOT NULL, 
	began BIGINT NOT NULL, 
	PRIMARY KEY (ended)
);
INSERT INTO "downtimes" VALUES(1794799991036,0);
CREATE TABLE events (
	table_id VARCHAR(24) NOT NULL, 
	number INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	body JSON NOT NULL, command VARCHAR(32), 
	PRIMARY KEY (table_id, number), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "events" VALUES('P3Ur_OVkOOqe',1,1794799991161,'{"event": "opened", "at": 1794799991161, "setup": {"game": "quixo", "options": {}, "clock": "300+5", "repetition": true, "take_backs": true, "conferring": false, "hints": true, "values": true, "public": false, "spectators": true, "first": 0}}',NULL);
INSERT INTO "events" VALUES('P3Ur_OVkOOqe',2,1794799991161,'{"event": "chair_taken", "at": 1794799991161, "chair": 0, "name": "Ann"}',NULL);
INSERT INTO "events" VALUES('P3Ur_OVkOOqe',3,1794799991161,'{"event": "chair_taken", "at": 1794799991161, "chair": 1, "name": "Ben"}',NULL);
INSERT INTO "events" VALUES('P3Ur_OVkOOqe',4,1794799991161,'{"event": "started", "at": 1794799991161, "first": 0}',NULL);
INSERT INTO "events" VALUES('P3Ur_OVkOOqe',5,1794799991289,'{"event": "moved", "at": 1794799991289, "seat": 0, "move": "a1a5"}','4a29ebe191b269e4f5a2bfdfbb892fd5');
INSERT INTO "events" VALUES('P3Ur_OVkOOqe',6,1794799991366,'{"event": "moved", "at": 1794799991366, "seat": 1, "move": "a1a5"}','f69e4d83e6a5ba05e47194db32f6f655');
INSERT INTO "events" VALUES('P3Ur_OVkOOqe',7,1794799991481,'{"event": "moved", "at": 1794799991481, "seat": 0, "move": "a1a5"}','42689d7710ebce80509059556d714e04');
INSERT INTO "events" VALUES('P3Ur_OVkOOqe',8,1794799991540,'{"event": "asked", "at": 1794799991540, "seat": 0, "what": "take_back", "to": 2}',NULL);
INSERT INTO "events" VALUES('P3Ur_OVkOOqe',9,1794799991540,'{"event": "answered", "at": 1794799991540, "seat": 1, "what": "take_back", "yes": true}','7d7a17bc22c3826c70dfac7a6e90aa64');
INSERT INTO "events" VALUES('P3Ur_OVkOOqe',10,1794799991631,'{"event": "moved", "at": 1794799991631, "seat": 0, "move": "a1a5"}','cc684e86318100263f4cb29f15517684');
INSERT INTO "events" VALUES('P3Ur_OVkOOqe',11,1794799991687,'{"event": "asked", "at": 1794799991687, "seat": 0, "what": "draw"}','22c94a58c2cd46812b5299a4051ff998');
INSERT INTO "events" VALUES('P3Ur_OVkOOqe',12,1794799991809,'{"event": "answered", "at": 1794799991809, "seat": 0, "what": "draw", "yes": false}','6e444ba3c3d2223fc2ed153d17544e10');
INSERT INTO "events" VALUES('P3Ur_OVkOOqe',13,1794799992077,'{"event": "asked", "at": 1794799992077, "seat": 1, "what": "pause"}',NULL);
INSERT INTO "events" VALUES('P3Ur_OVkOOqe',14,1794799992077,'{"event": "answered", "at": 1794799992077, "seat": 0, "what": "pause", "yes": true}','dc215258c02b528bf2dc021f03d4e28b');
INSERT INTO "events" VALUES('P3Ur_OVkOOqe',15,1794799992173,'{"event": "asked", "at": 1794799992173, "seat": 1, "what": "resume"}',NULL);
INSERT INTO "events" VALUES('P3Ur_OVkOOqe',16,1794799992173,'{"event": "answered", "at": 1794799992173, "seat": 0, "what": "resume", "yes": true}','17063fb8e87cb28ddbeee5757120df5c');
INSERT INTO "events" VALUES('Ib-mEMESLQRu',1,1794799992213,'{"event": "opened", "at": 1794799992213, "setup": {"game": "quantik", "options": {}, "repetition": true, "take_backs": true, "conferring": false, "hints": true, "values": true, "public": false, "spectators": true, "first": 0}}',NULL);
INSERT INTO "events" VALUES('Ib-mEMESLQRu',2,1794799992213,'{"event": "chair_taken", "at": 1794799992213, "chair": 0, "name": "Ann"}',NULL);
INSERT INTO "events" VALUES('Ib-mEMESLQRu',3,1794799992213,'{"event": "chair_taken", "at": 1794799992213, "chair": 1, "name": "level:1", "level": 1}',NULL);
INSERT INTO "events" VALUES('Ib-mEMESLQRu',4,1794799992213,'{"event": "started", "at": 1794799992213, "first": 0}',NULL);
INSERT INTO "events" VALUES('Ib-mEMESLQRu',5,1794799992320,'{"event": "moved", "at": 1794799992320, "seat": 0, "move": "A@a1"}','6219655bb53d67151ba53f7aea9ce9f5');
INSERT INTO "events" VALUES('Ib-mEMESLQRu',6,1794799992368,'{"event": "moved", "at": 1794799992368, "seat": 1, "move": "A@c2"}',NULL);
INSERT INTO "events" VALUES('BUDGwYS8MJ65',1,1794799992504,'{"event": "opened", "at": 1794799992504, "setup": {"game": "quarto", "options": {"squares": "true"}, "repetition": true, "take_backs": true, "conferring": false, "hints": true, "values": true, "public": false, "spectators": true, "first": 0}}',NULL);
INSERT INTO "events" VALUES('BUDGwYS8MJ65',2,1794799992504,'{"event": "chair_taken", "at": 1794799992504, "chair": 0, "name": "Ann"}',NULL);
INSERT INTO "events" VALUES('BUDGwYS8MJ65',3,1794799992504,'{"event": "chair_taken", "at": 1794799992504, "chair": 1, "name": "Ben"}',NULL);
INSERT INTO "events" VALUES('BUDGwYS8MJ65',4,1794799992504,'{"event": "started", "at": 1794799992504, "first": 0}',NULL);
INSERT INTO "events" VALUES('BUDGwYS8MJ65',5,1794799992681,'{"event": "moved", "at": 1794799992681, "seat": 0, "move": "0"}','4b7041400d08f9aa96f092272177abb7');
INSERT INTO "events" VALUES('BUDGwYS8MJ65',6,1794799992792,'{"event": "moved", "at": 1794799992792, "seat": 1, "move": "a1"}','b089b8cdc184453a12eeb3726363809d');
INSERT INTO "events" VALUES('BUDGwYS8MJ65',7,1794799992926,'{"event": "resigned", "at": 1794799992926, "seat": 1}','6a26258d98db229fcc8079fe01cd7d24');
INSERT INTO "events" VALUES('BUDGwYS8MJ65',8,1794799993030,'{"event": "asked", "at": 1794799993030, "seat": 0, "what": "rematch"}',NULL);
INSERT INTO "events" VALUES('BUDGwYS8MJ65',9,1794799993030,'{"event": "answered", "at": 1794799993030, "seat": 1, "what": "rematch", "yes": true}','6e768e2d3452697c459be8dd0f9bb254');
INSERT INTO "events" VALUES('m9JIzcEBHg57',1,1794799993092,'{"event": "opened", "at": 1794799993092, "setup": {"game": "quarto", "options": {"squares": "true"}, "repetition": true, "take_backs": true, "conferring": false, "hints": true, "values": true, "public": false, "spectators": true, "first": 0}}',NULL);
INSERT INTO "events" VALUES('m9JIzcEBHg57',2,1794799993092,'{"event": "chair_taken", "at": 1794799993092, "chair": 0, "name": "Ann"}',NULL);
INSERT INTO "events" VALUES('m9JIzcEBHg57',3,1794799993092,'{"event": "chair_taken", "at": 1794799993092, "chair": 1, "name": "Ben"}',NULL);
INSERT INTO "events" VALUES('m9JIzcEBHg57',4,1794799993092,'{"event": "started", "at": 1794799993092, "first": 1}',NULL);
INSERT INTO "events" VALUES('38WG1hAotHMQ',1,1794799993288,'{"event": "opened", "at": 1794799993288, "setup": {"game": "cubulus", "options": {"players": "3"}, "repetition": true, "take_backs": true, "conferring": false, "hints": false, "values": false, "public": true, "spectators": true, "first": 0}}',NULL);
INSERT INTO "events" VALUES('38WG1hAotHMQ',2,1794799993288,'{"event": "chair_taken", "at": 1794799993288, "chair": 0, "name": "Ann"}',NULL);
INSERT INTO "events" VALUES('7jlJI3_F0daE',1,1794799993408,'{"event": "opened", "at": 1794799993408, "setup": {"game": "qomet", "options": {}, "repetition": true, "take_backs": true, "conferring": false, "hints": true, "values": true, "public": false, "spectators": true, "first": 0}}',NULL);
INSERT INTO "events" VALUES('7jlJI3_F0daE',2,1794799993408,'{"event": "chair_taken", "at": 1794799993408, "chair": 0, "name": "Ann"}',NULL);
INSERT INTO "events" VALUES('7jlJI3_F0daE',3,1794799993408,'{"event": "chair_taken", "at": 1794799993408, "chair": 1, "name": "Ben"}',NULL);
INSERT INTO "events" VALUES('7jlJI3_F0daE',4,1794799993408,'{"event": "started", "at": 1794799993408, "first": 0}',NULL);
INSERT INTO "events" VALUES('7jlJI3_F0daE',5,1794799993476,'{"event": "moved", "at": 1794799993476, "seat": 0, "move": "a1"}','9e58f550431eff26637bdc07b8da479c');
INSERT INTO "events" VALUES('7jlJI3_F0daE',6,1794799993521,'{"event": "moved", "at": 1794799993521, "seat": 1, "move": "a4"}','9844243a54ef9ceb74a8b72fa9493432');
CREATE TABLE heartbeat (
	id INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "heartbeat" VALUES(1,1794799993725);
CREATE TABLE tables (
	id VARCHAR(24) NOT NULL, 
	game VARCHAR(24) NOT NULL, 
	owner VARCHAR(64) NOT NULL, 
	created BIGINT NOT NULL, 
	changed BIGINT NOT NULL, 
	phase VARCHAR(8) NOT NULL, 
	follows VARCHAR(24), number INTEGER DEFAULT '0' NOT NULL, deadline BIGINT, public BOOLEAN DEFAULT 0 NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (follows), 
	FOREIGN KEY(follows) REFERENCES tables (id)
);
INSERT INTO "tables" VALUES('P3Ur_OVkOOqe','quixo','512fe478840099e3dbafded94ff08ac6631bd4b8',1794799991161,1794799992173,'playing',NULL,16,1794800296591,0);
INSERT INTO "tables" VALUES('Ib-mEMESLQRu','quantik','512fe478840099e3dbafded94ff08ac6631bd4b8',1794799992213,1794799992368,'playing',NULL,6,NULL,0);
INSERT INTO "tables" VALUES('BUDGwYS8MJ65','quarto','512fe478840099e3dbafded94ff08ac6631bd4b8',1794799992504,1794799993030,'over',NULL,9,NULL,0);
INSERT INTO "tables" VALUES('m9JIzcEBHg57','quarto','512fe478840099e3dbafded94ff08ac6631bd4b8',1794799993092,1794799993092,'playing','BUDGwYS8MJ65',4,NULL,0);
INSERT INTO "tables" VALUES('38WG1hAotHMQ','cubulus','512fe478840099e3dbafded94ff08ac6631bd4b8',1794799993288,1794799993288,'open',NULL,2,NULL,1);
INSERT INTO "tables" VALUES('7jlJI3_F0daE','qomet','512fe478840099e3dbafded94ff08ac6631bd4b8',1794799993408,1794799993521,'playing',NULL,6,NULL,0);
CREATE INDEX chairs_of_device ON chairs (device);
CREATE INDEX tables_of_owner ON tables (owner);
CREATE INDEX tables_by_deadline ON tables (deadline);
CREATE UNIQUE INDEX events_by_command ON events (table_id, command);
CREATE INDEX tables_in_lobby ON tables (public, phase, created);
CREATE UNIQUE INDEX chat_by_command ON chat (table_id, command);
COMMIT;
