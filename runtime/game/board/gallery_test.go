package board_test

import "testing"

// galleryBoard is the first board of the gallery, as player 1 sees it.
const galleryBoard = `
game:gallery title:Gallery text:"Worth 3 in all." viewer:1 acting:1 players:2 clocks:[{player:1 seconds:30}] phase:{name:day title:Day text:"It is day."}
group place:head
  figure name:gold@1 title:"Gold of player 1" owner:1 common:Gold text:"Pays 3." drawing:coin value:3 type:number number:3 most:30 show:bar
  figure name:gold@2 title:"Gold of player 2" owner:2 common:Gold text:"Pays 3." drawing:coin value:3 type:number number:3 most:30 show:bar
  figure name:mood title:Mood value:glad type:string show:status
  figure name:trust@1 title:"Trust of player 1" owner:1 common:Trust drawing:heart value:2 type:number number:2 most:6 show:dots
  figure name:trust@2 title:"Trust of player 2" owner:2 common:Trust drawing:heart value:? type:number hidden show:number
group title:Foes place:far
  zone name:foes title:Foes back:gallery/back.svg as:row limit:-1 count:2
    label:e1 id:30 kind:enemy key:enemy/wolf name:Wolf drawing:beast life:{left:5 most:5} marks:[Wary]
    label:e2 id:31 kind:enemy key:enemy/crow name:Crow life:{left:3 most:3} marks:[Wary]
group title:Away place:middle
  zone name:vault title:Vault back:gallery/vault.svg as:stack limit:-1 count:3 hidden
    label:v1 hidden
    label:v2 hidden
    label:v3 hidden
  zone name:crypt title:Crypt back:gallery/back.svg as:stack limit:-1 uncounted hidden
  zone name:sack@1 owner:1 title:"Sack of player 1" common:Sack back:gallery/back.svg as:row limit:-1 count:2
    label:s1 id:7 kind:card key:card/rose name:Rose text:Smells. rarity:rare
    label:s2 id:9 kind:card key:card/page name:Page text:"Strikes for 3. Keen" keywords:[{name:Keen text:"Adds 2." drawing:sword}] icon:* rarity:common traits:[{name:Strength value:1 drawing:sword}]
  zone name:sack@2 owner:2 title:"Sack of player 2" common:Sack back:gallery/back.svg as:stack limit:-1 uncounted hidden
group title:Mine place:near
  zone name:hand@1 owner:1 title:"Hand of player 1" common:Hand text:Yours. drawing:card back:gallery/back.svg as:row limit:-1 count:3 usable
    label:h1 id:1 kind:card key:card/page name:Page text:"Strikes for 3. Keen" keywords:[{name:Keen text:"Adds 2." drawing:sword}] icon:* rarity:common traits:[{name:Strength value:1 drawing:sword}, {name:Cost value:2 drawing:coin}]
    label:h2 id:3 kind:card key:card/knight name:Knight text:"Guards. Firm" keywords:[{name:Firm text:"Stays. See Set." icon:F}, {name:Set text:"Cannot move."}] drawing:shield art:gallery/knight.svg traits:[{name:Strength value:2 drawing:sword}, {name:Cost value:3 drawing:coin}]
    label:h3 id:5 kind:card key:card/rose name:Rose text:Smells. rarity:rare traits:[{name:Cost value:1 drawing:coin}]
  zone name:hand@2 owner:2 title:"Hand of player 2" common:Hand text:Yours. drawing:card back:gallery/back.svg as:stack limit:-1 count:3 hidden
    label:h1@2 hidden
    label:h2@2 hidden
    label:h3@2 hidden
group title:Middle place:middle
  figure name:open view title:Open value:4 type:number number:4 most:3 show:bar
  zone name:stock title:Stock back:gallery/back.svg as:row limit:-1 count:4 unordered
    label:t1 id:18 kind:card key:card/knight name:Knight text:"Guards. Firm" keywords:[{name:Firm text:"Stays. See Set." icon:F}, {name:Set text:"Cannot move."}] drawing:shield art:gallery/knight.svg traits:[{name:Strength value:2 drawing:sword}]
    label:t2 id:17 kind:card key:card/page name:Page text:"Strikes for 3. Keen" keywords:[{name:Keen text:"Adds 2." drawing:sword}] icon:* rarity:common traits:[{name:Strength value:1 drawing:sword}]
    label:t3 id:19 kind:card key:card/page name:Page text:"Strikes for 3. Keen" keywords:[{name:Keen text:"Adds 2." drawing:sword}] icon:* rarity:common traits:[{name:Strength value:1 drawing:sword}]
    label:t4 id:16 kind:card key:card/rose name:Rose text:Smells. rarity:rare
group place:head
  figure name:calm title:Calm value:0 type:number number:0 show:status idle
  figure name:road title:Road value:2 type:number number:2 most:5 show:track
  figure name:few title:Few value:3 type:number number:3 most:5 show:dots
  figure name:many title:Many value:3 type:number number:3 most:6 show:bar
  figure name:plain title:Plain value:3 type:number number:3 most:5 show:number
  figure name:aside title:Aside value:"by the way" type:string show:number
  figure name:guest title:Guest value:none type:nil show:number
  figure name:feasted title:Feasted value:1 type:number number:1 show:number
  figure name:space title:Space value:2 type:number number:2 show:number
  figure name:lit title:Lit value:no type:boolean show:number
  figure name:worth view title:Worth text:"What you hold." drawing:sword value:3 type:number number:3 show:number
  figure name:deep view title:Deep value:knight type:string show:number
  figure name:blow view title:Blow value:4 type:number number:4 show:number harms:e1
  figure name:loss view title:Loss value:2 type:number number:2 show:number harms:gold@1
  figure name:broken view title:Broken value:"cannot apply + to nil and a number" type:nil show:number failed problem:{severity:error code:script/runtime message:{format:"cannot apply %s to %s and %s" args:[+, nil, "a number"]} place:{file:content/gallery/game.yaml line:72 column:20 path:views.broken.value} hint:{format:"one of the two is missing or not a number"}}
  figure name:plot view title:Plot value:"a b\nc d" type:string show:picture
  figure name:ratio view title:Ratio value:0.3 type:number number:0.30000000000000004 most:3 show:text idle
group place:middle
  zone name:hall title:Hall back:gallery/back.svg as:row limit:2
  zone name:dice title:Dice back:gallery/back.svg as:row limit:-1 count:3
    label:d1 id:21 kind:die key:die/d6 name:Six die:{sides:6}
    label:d2 id:22 kind:die key:die/fate name:Fate die:{sides:3 special}
    label:d3 id:23 kind:die key:die/d8 name:Eight die:{sides:8 color:red material:stone special}
  zone name:charms title:Charms back:gallery/back.svg as:tokens limit:-1 count:1
    label:r1 id:28 kind:relic key:relic/ring name:Ring text:Shines. drawing:ring
  zone name:tales title:Tales back:gallery/back.svg as:row limit:-1 count:1 texts
    label:l1 id:29 kind:relic key:relic/ring name:Ring text:Shines. drawing:ring
  zone name:chart title:Chart back:gallery/back.svg as:map map:{across:2 here:m2 paths:[[m1, m3], [m1, m4], [m2, m4], [m3, m5], [m4, m5]]} limit:-1 count:5
    label:m1 id:34 kind:place key:place/spot name:Spot
    label:m2 id:35 kind:place key:place/spot name:Spot
    label:m3 id:36 kind:place key:place/spot name:Spot
    label:m4 id:37 kind:place key:place/spot name:Spot
    label:m5 id:38 kind:place key:place/spot name:Spot
group place:near
  zone name:pouch@1 owner:1 title:"Pouch of player 1" common:Pouch back:gallery/back.svg as:row limit:-1 count:2 usable
    label:b1 id:24 kind:consumable key:consumable/horn name:Horn text:Loud.
    label:b2 id:26 kind:consumable key:consumable/oil name:Oil
  zone name:pouch@2 owner:2 title:"Pouch of player 2" common:Pouch back:gallery/back.svg as:row limit:-1 count:2
    label:b1@2 id:25 kind:consumable key:consumable/horn name:Horn text:Loud.
    label:b2@2 id:27 kind:consumable key:consumable/oil name:Oil
group place:side
  zone name:box title:Box back:gallery/back.svg as:stack limit:-1 count:1 hidden dice
    label:x1 hidden
  zone name:heap title:Heap back:gallery/back.svg as:stack limit:-1 count:1 pile
    label:p1 id:20 kind:card key:card/page name:Page text:"Strikes for 3. Keen" keywords:[{name:Keen text:"Adds 2." drawing:sword}] icon:* rarity:common traits:[{name:Strength value:1 drawing:sword}]
  zone name:forms title:Forms back:gallery/back.svg as:list limit:-1
offer command:play title:Play text:"Costs 3." drawing:card costs:[{variable:gold title:Gold drawing:coin depends}] targets:2 asks:[card, where] from:hand@1
offer command:give title:Give costs:[{variable:gold title:Gold drawing:coin amount:1}] targets:1 asks:[who]
offer command:rest title:Rest warning:"It is late."
offer command:peek title:Peek targets:1 asks:[card] from:stock
offer command:take title:Take targets:1 asks:[foe] from:foes
offer command:vote title:Vote
offer command:learn title:Learn
offer command:"use horn" item:b1 title:Horn text:Loud. warning:Sure?
offer command:"use oil" item:b2 title:Oil targets:1 asks:[die] from:dice
offer command:"use page" item:h1 title:Call text:"Calls 2." keywords:[{name:Keen text:"Adds 2." drawing:sword}] costs:[{variable:gold title:Gold drawing:coin amount:1}]
choice state:IDLE prompt:"Do something."`

// galleryInGerman are the lines of it that read differently in German.
const galleryInGerman = `
game:gallery title:Galerie text:"Worth 3 in all." viewer:1 acting:1 players:2 clocks:[{player:1 seconds:30}] phase:{name:day title:Tag text:"It is Tag."}
  figure name:gold@1 title:"Geld von Spieler 1" owner:1 common:Geld text:"Pays 3." drawing:coin value:3 type:number number:3 most:30 show:bar
  figure name:gold@2 title:"Geld von Spieler 2" owner:2 common:Geld text:"Pays 3." drawing:coin value:3 type:number number:3 most:30 show:bar
  figure name:trust@1 title:"Trust von Spieler 1" owner:1 common:Trust drawing:heart value:2 type:number number:2 most:6 show:dots
  figure name:trust@2 title:"Trust von Spieler 2" owner:2 common:Trust drawing:heart value:? type:number hidden show:number
  zone name:sack@1 owner:1 title:"Sack von Spieler 1" common:Sack back:gallery/back.svg as:row limit:-1 count:2
    label:s2 id:9 kind:card key:card/page name:Knappe text:"Schlägt mit 3. Keen" keywords:[{name:Keen text:"Adds 2." drawing:sword}] icon:* rarity:common traits:[{name:Strength value:1 drawing:sword}]
  zone name:sack@2 owner:2 title:"Sack von Spieler 2" common:Sack back:gallery/back.svg as:stack limit:-1 uncounted hidden
  zone name:hand@1 owner:1 title:"Hand von Spieler 1" common:Hand text:Yours. drawing:card back:gallery/back.svg as:row limit:-1 count:3 usable
    label:h1 id:1 kind:card key:card/page name:Knappe text:"Schlägt mit 3. Keen" keywords:[{name:Keen text:"Adds 2." drawing:sword}] icon:* rarity:common traits:[{name:Strength value:1 drawing:sword}, {name:Cost value:2 drawing:coin}]
  zone name:hand@2 owner:2 title:"Hand von Spieler 2" common:Hand text:Yours. drawing:card back:gallery/back.svg as:stack limit:-1 count:3 hidden
    label:t2 id:17 kind:card key:card/page name:Knappe text:"Schlägt mit 3. Keen" keywords:[{name:Keen text:"Adds 2." drawing:sword}] icon:* rarity:common traits:[{name:Strength value:1 drawing:sword}]
    label:t3 id:19 kind:card key:card/page name:Knappe text:"Schlägt mit 3. Keen" keywords:[{name:Keen text:"Adds 2." drawing:sword}] icon:* rarity:common traits:[{name:Strength value:1 drawing:sword}]
  figure name:guest title:Guest value:keine type:nil show:number
  figure name:lit title:Lit value:nein type:boolean show:number
  zone name:pouch@1 owner:1 title:"Pouch von Spieler 1" common:Pouch back:gallery/back.svg as:row limit:-1 count:2 usable
  zone name:pouch@2 owner:2 title:"Pouch von Spieler 2" common:Pouch back:gallery/back.svg as:row limit:-1 count:2
    label:p1 id:20 kind:card key:card/page name:Knappe text:"Schlägt mit 3. Keen" keywords:[{name:Keen text:"Adds 2." drawing:sword}] icon:* rarity:common traits:[{name:Strength value:1 drawing:sword}]
offer command:play title:Play text:"Costs 3." drawing:card costs:[{variable:gold title:Geld drawing:coin depends}] targets:2 asks:[card, where] from:hand@1
offer command:give title:Give costs:[{variable:gold title:Geld drawing:coin amount:1}] targets:1 asks:[who]
offer command:"use page" item:h1 title:Call text:"Calls 2." keywords:[{name:Keen text:"Adds 2." drawing:sword}] costs:[{variable:gold title:Geld drawing:coin amount:1}]`

// TestGallery states a board with figures and zones of every look.
func TestGallery(t *testing.T) {
	s := begin(t, galleryContent(t), "gallery")
	first := whole(everyone(s, nil, nil)[0].Board())
	expect(t, "the gallery", first, galleryBoard)
	expect(t, "in German", added(first, whole(everyone(s, german(t, s), nil)[0].Board())), galleryInGerman)
}
